#!/usr/bin/env bash
# Makes a Debian package and a tarball of what 'make build' built in BUILT, in FOLDER:
#
#   package.sh FOLDER
#
# Both hold the same program. Its libraries but the C library's are linked into it, so the tarball needs
# none beside it, and the package names few. The package has what Rehearse calls as dependencies.
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

# What the program is linked with, by Debian's own tool.
mkdir "$folder/debian"
printf 'Source: rehearse\n\nPackage: rehearse\nArchitecture: any\n' > "$folder/debian/control"
libraries=$(cd "$folder" && dpkg-shlibdeps -O root/usr/bin/rehearse \
  root/usr/libexec/rehearse/* \
  2> shlibdeps.log | sed -n 's/^shlibs:Depends=//p') || { cat "$folder/shlibdeps.log" >&2; exit 1; }
rm -r "$folder/debian"
# gnuplot and a font draw the charts; binutils reads and changes the programs that are measured; strace
# shows what they read. Others are for single features, and what misses them says so.
mkdir "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<END
Package: rehearse
Version: $version
Architecture: $architecture
Maintainer: The Rehearse project <rehearse@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: ${libraries:+$libraries, }gnuplot-nox | gnuplot, fonts-dejavu-core, binutils, strace
Recommends: git
Suggests: valgrind, linux-perf
Section: devel
Priority: optional
Description: replays user stories against builds of an app, and reports what each costs
 Rehearse compares CPU time, peak memory and time of two builds, revisions or
 commands, in pairs of fresh processes that share a CPU, and says what changed
 in tables, charts and an exit status for continuous integration.
END
(cd "$root" && find usr -type f -exec md5sum {} +) > "$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz --build "$root" \
  "$folder/rehearse_${version}_$architecture.deb" > /dev/null
rm -r "$root/DEBIAN"

# The tarball: the same, in a folder that can lie anywhere.
name=rehearse-$version-linux-$(uname -m)
mv "$root/usr" "$folder/$name"
mv "$folder/$name/share/zsh/vendor-completions" "$folder/$name/share/zsh/site-functions"
install -m 644 README.md "$folder/$name/README.md"
tar --owner=0 --group=0 --sort=name -C "$folder" -cJf "$folder/$name.tar.xz" "$name"
rm -r "$root" "${folder:?}/$name" "$folder/shlibdeps.log"
(cd "$folder" && sha256sum ./*.deb ./*.tar.xz | sed 's|\./||' > SHA256SUMS)
ls -l "$folder"
