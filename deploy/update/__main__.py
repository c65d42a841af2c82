"""What runs the installed ``khvatka-update``, and ``python -m deploy.update`` in the project."""

from deploy.update.cli import main

raise SystemExit(main())
