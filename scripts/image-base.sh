#!/bin/sh
# sh scripts/image-base.sh <tool>: makes the images localhost/coincide-base (Debian with the Node of this machine) and
# localhost/coincide-build-base (the same with its npm), for machines that reach Debian's packages and no registry of images.
# It needs root and debootstrap.
set -eu
tool=${1:?usage: sh scripts/image-base.sh <tool>}
release=${RELEASE:-bookworm}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

debootstrap --variant=minbase "$release" "$root" > "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
# Package lists, documentation and translations: nothing in the image reads them.
rm -rf "$root/var/cache/apt" "$root/var/lib/apt/lists" "$root/var/log" "$root/usr/share/doc" "$root/usr/share/man" \
  "$root/usr/share/info" "$root/usr/share/locale"
mkdir -p "$root/var/log" "$root/var/lib/apt/lists/partial" "$root/usr/local/bin"
node=$(node -p process.execPath)
cp "$node" "$root/usr/local/bin/node"
chroot "$root" node --version
tar -C "$root" -c . | "$tool" import - localhost/coincide-base:latest > /dev/null

npm=$(node -p 'require("node:path").dirname(require("node:fs").realpathSync(process.argv[1]))' "$(command -v npm)")/..
mkdir -p "$root/usr/local/lib/node_modules"
cp -R "$npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
tar -C "$root" -c . | "$tool" import - localhost/coincide-build-base:latest > /dev/null
