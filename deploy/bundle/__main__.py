"""``python -m deploy.bundle``: see ``--help``."""

from deploy.bundle.pack import main

raise SystemExit(main())
