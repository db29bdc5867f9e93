"""Games as JSON: what the payloads return and the OpenAPI document describes."""
