"""What may be taken out: each folder is an app of its own, and the core imports none of them."""
