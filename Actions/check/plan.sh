#!/usr/bin/env bash
# Chooses how Rehearse comes here: VERSION is 'installed', 'source', a release, or empty for the
# release that the action's own sources say they are.
set -euo pipefail
action=$(cd "$(dirname "$0")/../.." && pwd)
own=$(sh "$action/Packaging/version.sh")
case "${VERSION:-}" in
  installed)
    command -v rehearse > /dev/null || {
      echo "::error::'version: installed' needs 'rehearse' in PATH, and it is not there."
      exit 1
    }
    how=installed release="" ;;
  source) how=source release="$own" ;;
  "" | [0-9]*) how=release release="${VERSION:-$own}" ;;
  *) echo "::error::'version' is '$VERSION'; allowed: a release such as 0.1.0, source, installed."; exit 1 ;;
esac
# What is built from source is kept as long as the sources and the system are the same.
system=$(. /etc/os-release 2> /dev/null && echo "${ID:-linux}-${VERSION_ID:-0}" || echo linux)
sources=$(cd "$action" && find Package.swift Makefile Packaging Sources -type f -print0 | LC_ALL=C sort -z |
  xargs -0 sha256sum | sha256sum | cut -c1-16)
{
  echo "how=$how"
  echo "release=$release"
  echo "key=rehearse-install-$own-$sources-$system-$(uname -m)"
} >> "$GITHUB_OUTPUT"
echo "Rehearse: $how $release"
