"""The grab pad: from scans of force sensors to contacts."""
