"""What the service menu reaches of the running table and its machine."""
