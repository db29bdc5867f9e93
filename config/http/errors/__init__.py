"""Every refusal: its code, its problem document, and the handler that answers it."""
