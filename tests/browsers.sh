#!/bin/sh
# Installs Chromium and WebKit with their drivers, with which the proofs of phones and of the desk
# are made (`make proofs`), where apt may; and axe-core, which reads pages as who cannot see them.
set -eu

axe=build/browsers/node_modules/axe-core/axe.min.js
cd "$(dirname "$0")/.."
if [ ! -f "$axe" ]; then
	if command -v npm >/dev/null; then
		mkdir -p build/browsers
		npm install --silent --no-save --no-package-lock --prefix build/browsers axe-core@4 ||
			echo 'khvatka: npm cannot install axe-core: proofs that need it are skipped, and fail under' \
				'CI=true' >&2
	else
		echo 'khvatka: no npm here: install it (Debian: apt install npm), axe-core comes by it' >&2
	fi
fi

missing=
for pair in chromium:chromium chromedriver:chromium-driver WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb; do
	command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
	echo "khvatka: no apt-get here: install Chromium, WebKitGTK, their WebDrivers and Xvfb by hand," \
		'as the commands chromium, chromedriver, WebKitWebDriver and Xvfb' >&2
	exit 2
fi
if [ "$(id -u)" = 0 ]; then
	as_root=
elif command -v sudo >/dev/null; then
	as_root=sudo
else
	echo "khvatka: who installs packages must be root: su - -c 'apt-get install$missing'" >&2
	exit 2
fi
# shellcheck disable=SC2086 # these are words
$as_root apt-get install -y --no-install-recommends $missing || {
	echo "khvatka: apt cannot install$missing (Ubuntu's Chromium is a snap): proofs that need them" \
		'are skipped, and fail under CI=true' >&2
	exit 2
}
