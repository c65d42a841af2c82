"""Whole tables on trial: scenarios, the fairness report, the soak."""
