"""How a server meets the network: where it is found, which phones may come in, and what they trust."""
