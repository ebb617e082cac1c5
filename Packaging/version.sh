#!/bin/sh
# The version, which stands in one place of the sources, in Version.current:
#
#   version.sh             the version: 0.1.0
#   version.sh package     that of packages made here: 0.1.0 of the commit that is tagged so, else
#                          0.1.0~1234.98a38ed, the number of commits, which sorts before 0.1.0
#   version.sh release     fails unless the commit is tagged v0.1.0 and the changelog has that section
set -eu
cd "$(dirname "$0")/.."
place=Sources/Harness/Protocol/DriverProtocol/Version.swift
version=$(sed -n 's/^ *public static let current = "\([0-9][0-9A-Za-z.-]*\)"$/\1/p' $place)
[ -n "$version" ] || { echo "Error: $place names no version." >&2; exit 1; }
# What git says of the folder; nothing where the sources were fetched without it.
tags() { git tag --points-at HEAD --list 'v*' 2>/dev/null || true; }
case "${1:-}" in
  "") echo "$version" ;;
  package)
    if tags | grep -qxF "v$version" || ! git rev-parse --quiet --verify HEAD > /dev/null 2>&1; then
      echo "$version"
    else
      echo "$version~$(git rev-list --count HEAD).$(git rev-parse --short=7 HEAD)"
    fi ;;
  release)
    found=$(tags | tr '\n' ' ')
    tags | grep -qxF "v$version" || {
      echo "Error: The program is $version, and its commit is tagged '${found% }';" \
        "allowed: v$version." >&2
      exit 1
    }
    grep -qE "^## $(echo "$version" | sed 's/\./\\./g')( |$)" CHANGELOG.md || {
      echo "Error: CHANGELOG.md has no section '## $version'." >&2
      exit 1
    }
    [ -z "$(git status --porcelain --untracked-files=no)" ] || {
      echo "Error: Files differ from the commit that is tagged v$version." >&2
      exit 1
    }
    echo "v$version" ;;
  *) echo "Error: '$1'; allowed: package, release." >&2; exit 64 ;;
esac
