"""What the screens of all board games share: strips with hidden hands, notices, rules pages."""
