#!/usr/bin/env bash
# Pages of the modules' documentation, by the compiler's own DocC; no plugin has to be fetched for it.
#   docs-site.sh BUILD FOLDER
# BUILD is where the package manager compiled the modules, without optimisation. What an app or a package
# links is shown to its callers; the harness is shown whole, to who changes it. A link that leads nowhere
# fails.
set -euo pipefail
built=$1/debug folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Where the compiler finds the modules of C: those that the package manager described, and those that
# have a description of their own.
found=(-I "$built/Modules")
for map in "$built"/*.build/module.modulemap; do found+=(-Xcc "-fmodule-map-file=$map"); done
while read -r map; do found+=(-I "$(dirname "$map")"); done < <(
  find Sources/System "$1/checkouts" -name module.modulemap -not -path '*/Tests/*')
target=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["unversionedTriple"])')

modules=(DriverKit RehearseTesting)
for path in Sources/Harness/*/*/; do
  name=$(basename "$path")
  # The program itself is documented by 'rehearse --help'.
  case $name in DriverKit | rehearse) ;; *) modules+=("$name") ;; esac
done
archives=()
for module in "${modules[@]}"; do
  mkdir "$work/$module"
  case $module in DriverKit | RehearseTesting) level=public ;; *) level=internal ;; esac
  swift symbolgraph-extract -module-name "$module" "${found[@]}" -target "$target" \
    -minimum-access-level "$level" -skip-inherited-docs -output-dir "$work/$module"
  docc convert --fallback-display-name "$module" --fallback-bundle-identifier "rehearse.$module" \
    --additional-symbol-graph-dir "$work/$module" --output-path "$work/$module.doccarchive" \
    --transform-for-static-hosting --ide-console-output \
    > "$work/$module.txt" 2>&1 ||
    { cat "$work/$module.txt" >&2; exit 1; }
  grep '^[^ ].*: warning: ' "$work/$module.txt" | grep -v 'is missing documentation' >> "$work/wrong" || true
  archives+=("$work/$module.doccarchive")
done
if [ -s "$work/wrong" ]; then
  sort -u "$work/wrong" >&2
  exit 1
fi
rm -rf "$folder"
docc merge "${archives[@]}" --synthesized-landing-page-name Rehearse --output-path "$folder"
echo "$folder/index.html"
