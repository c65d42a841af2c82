"""The owner's service: adjustments, PIN, audits, hints. Data only; screens show what is here."""
