#!/bin/sh
# Installs Chromium, with which the proofs of phones are made (`make proofs`), where apt may.
set -eu

command -v chromium >/dev/null && exit 0
if ! command -v apt-get >/dev/null; then
	echo 'khvatka: no apt-get here: install Chromium by hand, as the command chromium' >&2
	exit 2
fi
if [ "$(id -u)" = 0 ]; then
	exec apt-get install -y --no-install-recommends chromium
fi
if ! command -v sudo >/dev/null; then
	echo "khvatka: who installs packages must be root: su - -c 'apt-get install chromium'" >&2
	exit 2
fi
exec sudo apt-get install -y --no-install-recommends chromium
