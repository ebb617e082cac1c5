"""Bare systems in folders, by debootstrap, in which packages and steps are tried. As root."""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess

# Of a base system the archive is kept, so that the next try begins with it.
KEPT = pathlib.Path(".build/roots")


class Failed(Exception):
    """A command in a root did not end as it should."""


def mirror():
    """Where this machine's own packages come from."""
    for file in [*pathlib.Path("/etc/apt/sources.list.d").glob("*.sources"),
                 pathlib.Path("/etc/apt/sources.list"),
                 *pathlib.Path("/etc/apt/sources.list.d").glob("*.list")]:
        text = file.read_text() if file.exists() else ""
        found = re.search(r"^(?:URIs:|deb(?:\s+\[.*?\])?)\s+(\S+/debian)/?(?:\s|$)", text, re.M)
        if found:
            return found[1]
    return "http://deb.debian.org/debian"


def base(release):
    """A base system's archive, made where it is not there."""
    kept = KEPT / f"{release}.tar"
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        folder = KEPT / f"{release}.new"
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", release, str(folder), mirror()], check=True,
            stdout=subprocess.DEVNULL)
        part = kept.with_suffix(".part")
        subprocess.run(["tar", "-C", str(folder), "-cf", str(part), "."], check=True)
        part.rename(kept)
        shutil.rmtree(folder)
    return kept


class Root:
    """A system in a folder. A command in it sees the folder alone, with its own /proc, /dev and /sys; the
    network is the machine's."""

    def __init__(self, folder, release):
        self.folder, self.release = folder, release

    def run(self, command, status=0, environment=None, folder="/"):
        """Carries a command line out by bash; returns what it wrote, both streams."""
        # Mounts of a namespace of its own end with it.
        inner = (
            'set -e; mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; '
            'mount --rbind /sys "$0/sys"; exec chroot "$0" /usr/bin/env -i "${@:2}" bash -c "$1"')
        values = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
            "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **(environment or {})}
        done = subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", inner,
             str(self.folder), f"cd {folder}\n{command}",
             *(f"{name}={value}" for name, value in values.items())],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            errors="replace", timeout=900, check=False)
        if status is not None and done.returncode != status:
            raise Failed(
                f"{self.release}: '{command.strip()}' has status {done.returncode}, expected "
                f"{status}:\n{done.stdout[-4000:]}")
        return done.stdout if status is not None else (done.returncode, done.stdout)

    def put(self, source, place):
        target = self.folder / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if pathlib.Path(source).is_dir():
            shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)

    def write(self, place, text):
        target = self.folder / place.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def has(self, place):
        return (self.folder / place.lstrip("/")).exists()


@contextlib.contextmanager
def root(release, name):
    """A fresh one, which is gone afterwards."""
    folder = KEPT.resolve() / f"{release}-{name}-{os.getpid()}"
    archive = base(release)
    folder.mkdir()
    try:
        subprocess.run(["tar", "-C", str(folder), "-xf", str(archive)], check=True)
        # How this machine reaches the archive: its resolver, and what its own apt was told.
        for place in ("etc/resolv.conf", "etc/hosts"):
            if os.path.exists(f"/{place}"):
                shutil.copy(f"/{place}", folder / place)
        for file in pathlib.Path("/etc/apt/apt.conf.d").glob("*artifact*"):
            shutil.copy(file, folder / "etc/apt/apt.conf.d" / file.name)
        yield Root(folder, release)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
