#!/usr/bin/env bash
# Makes Debian packages and a tarball of what 'make companions' built in BUILT, in FOLDER:
#
#   package.sh FOLDER
#
# The libraries of the programs but the C library's are linked into them, so the tarball needs none beside
# it, and the packages name few; rehearse-team alone needs libpq, and rehearse-users libcurl. The package
# 'rehearse' has what Rehearse calls as dependencies. Each companion has a package of its own; the tarball
# holds them all.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:?"FOLDER"}")
version=$(Packaging/version.sh package)
architecture=$(dpkg --print-architecture)
rm -rf "$folder" && mkdir -p "$folder"
root=$folder/root

# The licences of what is linked into the program, as Debian and Swift have them.
licences() {
  echo "Rehearse is under the Apache License 2.0: LICENSE. Linked into it:"
  swift=$(dirname "$(realpath "$(command -v swift)")")/../share/swift/LICENSE.txt
  if [ -e "$swift" ]; then printf '\n== Swift ==\n\n' && cat "$swift"; fi
  for checkout in .build/checkouts/*/LICENSE*; do
    printf '\n== %s ==\n\n' "$(basename "$(dirname "$checkout")")" && cat "$checkout"
  done
  for library in "$@"; do
    printf '\n== %s ==\n\n' "$library" && cat "/usr/share/doc/$library/copyright"
  done
}
linked=(libboost-iostreams-dev libsodium-dev libsqlite3-dev libbz2-dev liblzma-dev libzstd-dev
  zlib1g-dev libstdc++-12-dev)
for index in "${!linked[@]}"; do
  [ -e "/usr/share/doc/${linked[index]}/copyright" ] || unset "linked[index]"
done

make --no-print-directory install-built DESTDIR="$root" PREFIX=/usr "BUILT=${BUILT:-.build/release}"
documents=$root/usr/share/doc/rehearse
install -D -m 644 LICENSE "$documents/LICENSE"
licences "${linked[@]}" > "$documents/copyright"
gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
gzip -9n "$root"/usr/share/man/man1/*
# Where Debian's zsh looks.
mkdir -p "$root/usr/share/zsh"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"

# Makes a Debian package of the files in a folder, which it takes the description into.
#
#   debian NAME FOLDER "FIELDS OF CONTROL" [DEPENDS...]
debian() {
  local name=$1 files=$2 fields=$3 libraries
  shift 3
  # What its programs are linked with, by Debian's own tool.
  mkdir "$folder/debian"
  printf 'Source: rehearse\n\nPackage: %s\nArchitecture: any\n' "$name" > "$folder/debian/control"
  libraries=$(cd "$folder" && find "${files##*/}/usr" -path '*/share' -prune -o -type f -print0 \
    | xargs -0 dpkg-shlibdeps -O 2> shlibdeps.log | sed -n 's/^shlibs:Depends=//p') \
    || { cat "$folder/shlibdeps.log" >&2; exit 1; }
  rm -r "$folder/debian" "$folder/shlibdeps.log"
  mkdir "$files/DEBIAN"
  cat > "$files/DEBIAN/control" <<END
Package: $name
Version: $version
Architecture: $architecture
Maintainer: The Rehearse project <rehearse@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$files" | cut -f1)
Depends: ${libraries:+$libraries, }$*
Section: devel
Priority: optional
$fields
END
  (cd "$files" && find usr -type f -exec md5sum {} +) > "$files/DEBIAN/md5sums"
  dpkg-deb --root-owner-group -Zxz --build "$files" \
    "$folder/${name}_${version}_$architecture.deb" > /dev/null
  rm -r "$files/DEBIAN"
}

# A companion's package: its program, which is for the rehearse of its version alone.
#
#   companion NAME "DESCRIPTION"
companion() {
  local files=$folder/$1 program=usr/libexec/rehearse/$1
  mkdir -p "$files/usr/libexec/rehearse" "$files/usr/share/doc/$1"
  mv "$root/$program" "$files/$program"
  cp "$documents/copyright" "$files/usr/share/doc/$1/copyright"
  debian "$1" "$files" "Description: $2" "rehearse (= $version)"
  mkdir -p "$folder/companions"
  mv "$files/$program" "$folder/companions/$1"
  rm -r "$files"
}
companion rehearse-serve "reports of Rehearse in a browser
 'rehearse serve' shows the results of a store's experiments, their reports, the
 regressions that checks found, and metrics over time."
companion rehearse-team "experiments of Rehearse shared in a team through Postgres
 'rehearse push' passes finished experiments on to a team's Postgres, and
 'rehearse pull' fetches them."
companion rehearse-scorecard "criteria and weights for what Rehearse measured
 'rehearse scorecard' weighs criteria, and says which of several builds or
 platforms is best as far as values and weights tell them apart."
companion rehearse-users "requests to servers that Rehearse measures
 Sends the requests of scenarios whose steps are such as 'http: GET /devices',
 and checks the answers. 'rehearse' starts it."

# gnuplot and a font draw the charts; binutils reads and changes the programs that are measured; strace
# shows what they read. Others are for single features, and what misses them says so.
debian rehearse "$root" "Recommends: git
Suggests: rehearse-serve, rehearse-team, rehearse-scorecard, rehearse-users, valgrind, linux-perf
Description: replays user stories against builds of an app, and reports what each costs
 Rehearse compares CPU time, peak memory and time of two builds, revisions or
 commands, in pairs of fresh processes that share a CPU, and says what changed
 in tables, charts and an exit status for continuous integration." \
  "gnuplot-nox | gnuplot, fonts-dejavu-core, binutils, strace"

# The tarball: all of it, in a folder that can lie anywhere.
mv "$folder"/companions/* "$root/usr/libexec/rehearse/"
rmdir "$folder/companions"
name=rehearse-$version-linux-$(uname -m)
mv "$root/usr" "$folder/$name"
mv "$folder/$name/share/zsh/vendor-completions" "$folder/$name/share/zsh/site-functions"
install -m 644 README.md "$folder/$name/README.md"
tar --owner=0 --group=0 --sort=name -C "$folder" -cJf "$folder/$name.tar.xz" "$name"
rm -r "$root" "${folder:?}/$name"
(cd "$folder" && sha256sum ./*.deb ./*.tar.xz | sed 's|\./||' > SHA256SUMS)
ls -l "$folder"
