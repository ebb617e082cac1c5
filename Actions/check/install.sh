#!/usr/bin/env bash
# Installs Rehearse as plan.sh chose: HOW is 'release', with its RELEASE, 'source' or 'installed'.
set -euo pipefail
action=$(cd "$(dirname "$0")/../.." && pwd)
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
server=${GITHUB_SERVER_URL:-https://github.com}
# Runners have not always named an action's repository to its own steps: then its folder does, and an
# action that lies in the workspace (uses: ./) is the repository's own.
repository=${GITHUB_ACTION_REPOSITORY:-}
if [ -z "$repository" ] && [[ $action =~ /_actions/([^/]+/[^/]+)/ ]]; then
  repository=${BASH_REMATCH[1]}
fi
repository=${repository:-${GITHUB_REPOSITORY:-}}

fail() { echo "::error::$1"; exit 1; }

# What draws the charts, reads programs, and fetches; a container has little.
tools() {
  local missing=()
  command -v "$1" > /dev/null || missing+=("${2:-$1}")
  [ "${#missing[@]}" = 0 ] && return
  command -v apt-get > /dev/null || fail "There is no '$1' here."
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    > /dev/null
}

fetch() { curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"; }

from_release() {
  tools curl
  local address=$server/$repository/releases/download/v$RELEASE
  local folder=${RUNNER_TEMP:-/tmp}/rehearse-install
  mkdir -p "$folder"
  if command -v apt-get > /dev/null; then
    local package packages=()
    # The second sends the requests of steps such as 'http: GET /devices'.
    for package in rehearse rehearse-users; do
      package=${package}_${RELEASE}_$(dpkg --print-architecture).deb
      fetch "$address/$package" "$folder/$package" ||
        fail "$address has no $package. 'version:' names another release, or 'source' to build this one."
      packages+=("$folder/$package")
    done
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends \
      "${packages[@]}" > /dev/null
  else
    local name; name=rehearse-$RELEASE-linux-$(uname -m)
    fetch "$address/$name.tar.xz" "$folder/$name.tar.xz" ||
      fail "$address has no $name.tar.xz. 'version:' names another release, or 'source' to build this one."
    tar -C "$folder" -xf "$folder/$name.tar.xz"
    export PATH="$folder/$name/bin:$PATH"
    echo "$folder/$name/bin" >> "$GITHUB_PATH"
    command -v gnuplot > /dev/null || echo "::warning::There is no gnuplot here, so there is no page."
  fi
}

from_source() {
  local place=$HOME/.cache/rehearse-install
  [ -x "$place/bin/rehearse" ] || command -v swift > /dev/null ||
    fail "Building Rehearse takes Swift: 'container: swift:6.3-bookworm', or a release in 'version:'."
  tools make
  # A new container has none of it, though the cache has the program.
  make --directory "$action" setup-run
  if [ ! -x "$place/bin/rehearse" ]; then
    make --directory "$action" companions COMPANIONS=rehearse-users
    make --directory "$action" install-built "PREFIX=$place"
  fi
  export PATH="$place/bin:$PATH"
  echo "$place/bin" >> "$GITHUB_PATH"
}

case "$HOW" in
  release) from_release ;;
  source) from_source ;;
  installed) ;;
esac
# Another one may come first in PATH.
if [ "$HOW" = release ] && [ "$(rehearse --version)" != "$RELEASE" ]; then
  fail "$RELEASE was installed, but '$(command -v rehearse)' comes first in PATH, and is $(rehearse --version)."
fi
if ! command -v git > /dev/null; then tools git; fi
rehearse --version
