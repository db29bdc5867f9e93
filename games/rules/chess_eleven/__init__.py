"""Chess played as football: the laws, each chapter in a module of its own."""
