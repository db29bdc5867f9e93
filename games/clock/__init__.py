"""The clock: deadlines, sweeps, heartbeats, outages and the time given back."""
