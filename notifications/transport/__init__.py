"""Ways out to addresses that users gave: SSRF-safe HTTP and the keys of web push."""
