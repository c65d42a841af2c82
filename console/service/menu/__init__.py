"""The owner's service menu at the table: pages as values, built from the data of the service."""
