#!/usr/bin/env bash
# Makes the file system of the image: `bash deploy/image.sh <root>`, where <root> is empty or not there yet. What comes out needs the C and C++
# libraries of Debian 12 and nothing else: the only Node in it is the one that package.json pins. The Dockerfile runs this and no more; so do
# a test, and whoever installs without Docker (docs/deployment.md).
set -euo pipefail
umask 022
sources=$(cd "$(dirname "$0")/.." && pwd)
root=${1:?usage: bash deploy/image.sh <empty directory>}
mkdir -p "$root"
root=$(cd "$root" && pwd)
if [ -n "$(ls -A "$root")" ]; then
  echo "$root is not empty" >&2
  exit 64
fi

app=$root/opt/tenantry
mkdir -p "$app" "$root/usr/local/bin"
cd "$app"
for name in package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json src scripts client console; do cp -R "$sources/$name" .; done
# a console that lies built in somebody's sources is one that nobody has reviewed
rm -rf console/dist console/fonts console/.built-of
npm ci
npm run build
npm prune --omit=dev
# sources and what only npm reads; `dist` is what runs
rm -rf src scripts client console node_modules/@tenantry tsconfig.json tsconfig.build.json package-lock.json .npmrc node_modules/.cache
# what only compilers and debuggers read
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
# what only bundlers for other places than Node read
rm -rf node_modules/@{azure,typespec}/*/dist/{browser,react-native} node_modules/@{aws-sdk,aws-crypto,smithy}/*/{dist-es,dist-types}

cp -R "$sources/docs" "$sources/deploy" .
cp "$sources"/{README.md,CHANGELOG.md,SECURITY.md,LICENSE,NOTICE,.env.example} .
ln -s ../../../opt/tenantry/node_modules/node/bin/node "$root/usr/local/bin/node"
ln -s ../../../opt/tenantry/dist/bin.js "$root/usr/local/bin/tenantry"
# the one place that is written to; the account has no name, so that nothing in /etc has to know it
install -d -m 0700 "$root/data"
if [ "$(id -u)" -eq 0 ]; then chown 10001:10001 "$root/data"; fi
