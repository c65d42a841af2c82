"""What lies at the root of the controller's flash; here only to be copied there."""
