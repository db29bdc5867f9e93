"""One message: what it may mention, its content, its picture."""
