"""People who keep a nickname: profiles, records and ratings, all made of the match log."""
