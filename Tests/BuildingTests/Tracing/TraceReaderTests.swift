import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Programs

/// What traces say of files. The lines are strace's own, of version 6.1.
@Suite struct TraceReaderTests {
  private func log(_ lines: String..., limit: Int = 100) -> AccessLog {
    var (reader, log) = (TraceReader(), AccessLog(in: "/project", limit: limit))
    for line in lines { reader.take(Array(line.utf8)) { log.take($0) } }
    return log
  }

  @Test func `a file opened for reading is an input, and so is the link on its path`() {
    let log = log(
      #"7  execve("/bin/app", [...], 0x7ffc /* 3 vars */) = 0"#,
      #"7  openat(AT_FDCWD</project>, "data/in.txt", O_RDONLY|O_CLOEXEC) = 3</srv/data/in.txt>"#,
      #"7  newfstatat(3</srv/data/in.txt>, "", {st_mode=S_IFREG|0644, ...}, AT_EMPTY_PATH) = 0"#)
    #expect(log.accesses["/bin/app"]?.uses == [.executed])
    #expect(log.accesses["/srv/data/in.txt"]?.uses == [.read])
    // The path by which it was reached has a link in it.
    #expect(log.accesses["/project/data/in.txt"]?.uses == [.examined])
    #expect(log.accesses.count == 3)
  }

  @Test func `a missing file is an input, too`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "a", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"7  newfstatat(AT_FDCWD</project>, "../b/./c", 0x7ffe, 0) = -1 ENOENT (No such file or directory)"#,
      #"7  access("/d", R_OK)             = -1 EACCES (Permission denied)"#)
    #expect(log.accesses["/project/a"]?.uses == [.missing])
    #expect(log.accesses["/b/c"]?.uses == [.missing])
    #expect(log.accesses["/d"]?.uses == [.examined])
  }

  @Test func `a file that is written first is no input, but one that is read first is an input`()
    throws
  {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "new", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</project/new>"#,
      #"7  openat(AT_FDCWD</project>, "new", O_RDONLY) = 3</project/new>"#,
      #"7  openat(AT_FDCWD</project>, "kept", O_RDWR|O_CREAT, 0644) = 3</project/kept>"#,
      #"7  openat(AT_FDCWD</project>, "cache", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"7  openat(AT_FDCWD</project>, "cache", O_WRONLY|O_CREAT|O_EXCL, 0644) = 3</project/cache>"#)
    #expect(
      log.accesses["/project/new"]?.uses == [] && log.accesses["/project/new"]?.isWritten == true)
    #expect(log.accesses["/project/kept"]?.uses == [.read])
    #expect(log.accesses["/project/kept"]?.isWritten == true)
    #expect(log.accesses["/project/cache"]?.uses == [.missing])
    #expect(log.accesses["/project/cache"]?.isWritten == true)
  }

  @Test func `a file that is read after a part of it was written is an input`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "log", O_WRONLY|O_CREAT|O_APPEND, 0666) = 3</project/log>"#,
      #"7  openat(AT_FDCWD</project>, "log", O_RDONLY) = 3</project/log>"#,
      #"7  openat(AT_FDCWD</project>, "never read", O_WRONLY) = 3</project/never read>"#,
      #"7  newfstatat(AT_FDCWD</project>, "never read", {st_mode=S_IFREG|0644}, 0) = 0"#,
      #"7  truncate("cut", 10)              = 0"#,
      #"7  openat(AT_FDCWD</project>, "cut", O_RDONLY) = 3</project/cut>"#,
      #"7  openat(AT_FDCWD</project>, "made", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"7  openat(AT_FDCWD</project>, "made", O_WRONLY|O_CREAT, 0666) = 3</project/made>"#,
      #"7  openat(AT_FDCWD</project>, "made", O_RDONLY) = 3</project/made>"#,
      #"7  openat(AT_FDCWD</project>, "moved", O_WRONLY) = 3</project/moved>"#,
      #"7  rename("moved", "there")         = 0"#)
    let uses = log.accesses.mapValues(\.uses)
    #expect(uses["/project/log"] == [.read] && uses["/project/never read"] == [])
    #expect(uses["/project/cut"] == [.examined, .read])
    #expect(uses["/project/made"] == [.missing])
    #expect(uses["/project/moved"] == [.read])
    #expect(log.accesses.values.allSatisfy { $0.isWritten })
  }

  @Test func `a renamed file keeps the content of its old name`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "part", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</project/part>"#,
      #"7  rename("part", "whole")          = 0"#,
      #"7  renameat2(AT_FDCWD</project>, "old", AT_FDCWD</project>, "older", 0) = 0"#)
    #expect(log.accesses["/project/part"]?.uses == [])
    #expect(log.accesses["/project/whole"]?.uses == [])
    #expect(log.accesses["/project/old"]?.uses == [.read])
    #expect(log.accesses["/project/older"]?.uses == [])
  }

  @Test
  func `what was renamed, linked or removed is known, and what was only made or written is not`() {
    let log = log(
      #"7  mkdir("new", 0777)               = 0"#,
      #"7  openat(AT_FDCWD</project>, "new/x", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</project/new/x>"#,
      #"7  renameat2(AT_FDCWD</project>, "new", AT_FDCWD</project>, "final", RENAME_NOREPLACE) = 0"#,
      #"7  symlinkat("v2", AT_FDCWD</project>, "current") = -1 EEXIST (File exists)"#,
      #"7  symlinkat("v2", AT_FDCWD</project>, "Cu4cuKtz") = 0"#,
      #"7  renameat(AT_FDCWD</project>, "Cu4cuKtz", AT_FDCWD</project>, "current") = 0"#,
      #"7  unlinkat(AT_FDCWD</project>, "old", AT_REMOVEDIR) = 0"#,
      #"7  rmdir("kept")                    = -1 ENOTEMPTY (Directory not empty)"#)
    let names = ["new", "final", "Cu4cuKtz", "current", "old"]
    #expect(log.moved == Set(names.map { "/project/\($0)" }))
  }

  @Test func `a file in a folder that the run made is no input`() {
    let log = log(
      #"7  mkdir("out", 0777)               = 0"#,
      #"7  openat(AT_FDCWD</project>, "out/a", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"7  openat(AT_FDCWD</project>, "outer", O_RDONLY) = 3</project/outer>"#)
    #expect(log.accesses["/project/out/a"] == nil)
    #expect(log.accesses["/project/outer"]?.uses == [.read])
  }

  @Test func `a call that another process's line interrupts counts as one call`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "a b", O_RDONLY <unfinished ...>"#,
      #"8  openat(AT_FDCWD</project>, "c", O_RDONLY) = 3</project/c>"#,
      #"7  <... openat resumed>)             = 4</project/a b>"#)
    #expect(Set(log.accesses.keys) == ["/project/a b", "/project/c"])
  }

  @Test func `names with quotes, commas, brackets and other letters are read unchanged`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "a, \"b\") \\ \303\274", O_RDONLY) = 3</project/a, "b") \\ \303\274>"#,
      #"7  unlink("x{y")                    = 0"#)
    #expect(log.accesses.keys.contains(#"/project/a, "b") \ ü"#))
    #expect(log.accesses["/project/x{y"]?.isWritten == true)
  }

  @Test func `a relative path begins at its process's folder, which children inherit`() {
    let log = log(
      #"7  chdir("sub")                     = 0"#,
      #"7  vfork( <unfinished ...>"#,
      #"7  <... vfork resumed>)             = 8"#,
      #"8  open("a", O_RDONLY)              = 3</project/sub/a>"#,
      #"8  execve("./tool", [...], 0x1 /* 2 vars */) = 0"#,
      #"9  fchdir(3</srv>)                  = 0"#,
      #"9  unlink("b")                      = -1 ENOENT (No such file or directory)"#)
    #expect(log.accesses["/project/sub/a"]?.uses == [.read])
    #expect(log.accesses["/project/sub/tool"]?.uses == [.executed])
    #expect(log.accesses["/srv/b"]?.uses == [.missing])
  }

  @Test func `a child that vfork starts changes its folder before its parent's call returns`() {
    let log = log(
      #"7  chdir("/elsewhere")                   = 0"#,
      #"7  vfork( <unfinished ...>"#,
      #"8  chdir("sub")                     = 0"#,
      #"8  execve("./tool", [...], 0x7ffe3b698f88 /* 38 vars */ <unfinished ...>"#,
      #"7  <... vfork resumed>)              = 8"#,
      #"8  <... execve resumed>)             = 0"#,
      #"8  +++ exited with 0 +++"#,
      // The number is that of another process from here on.
      #"7  vfork( <unfinished ...>"#,
      #"8  execve("./other", [...], 0x7ffe3b698f88 /* 38 vars */ <unfinished ...>"#,
      #"7  <... vfork resumed>)              = 8"#,
      #"8  <... execve resumed>)             = 0"#,
      #"8  +++ exited with 0 +++"#)
    #expect(log.accesses["/elsewhere/sub/tool"]?.uses == [.executed])
    #expect(log.accesses["/elsewhere/other"]?.uses == [.executed])
    #expect(
      Set(log.accesses.keys) == [
        "/elsewhere", "/elsewhere/sub", "/elsewhere/sub/tool", "/elsewhere/other",
      ])
    #expect(log.unread.isEmpty)
  }

  @Test func `a process that ended before the call that started it returned leaves no folder`() {
    let clone =
      "7  clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD"
    let log = log(
      clone + " <unfinished ...>",
      #"8  chdir("sub")                     = 0"#,
      #"8  +++ exited with 0 +++"#,
      #"7  <... clone resumed>, child_tidptr=0x7fe90f96ea10) = 8"#,
      #"7  chdir("next")                    = 0"#,
      clone + ", child_tidptr=0x7fe90f96ea10) = 8",
      #"8  execve("./tool", [...], 0x55703e638bd8 /* 38 vars */) = 0"#)
    #expect(log.accesses["/project/next/tool"]?.uses == [.executed])
    #expect(log.unread.isEmpty)
  }

  @Test func `a child of one of two processes that start one at once waits for its folder`() {
    let lines = [
      #"7  clone(child_stack=NULL, flags=SIGCHLD, child_tidptr=0x7fe90f96ea10) = 8"#,
      #"8  chdir("/b")                      = 0"#,
      #"7  vfork( <unfinished ...>"#,
      #"8  vfork( <unfinished ...>"#,
      #"9  chdir("sub")                     = 0"#,
      #"9  execve("./tool", [...], 0x55703e638bd8 /* 38 vars */) = 0"#,
    ]
    let resumed = #"8  <... vfork resumed>)              = 9"#
    func log(_ lines: [String]) -> AccessLog {
      var (reader, log) = (TraceReader(), AccessLog(in: "/project"))
      for line in lines { reader.take(Array(line.utf8)) { log.take($0) } }
      return log
    }
    let whole = log(lines + [resumed])
    #expect(whole.accesses["/b/sub/tool"]?.uses == [.executed] && whole.unread.isEmpty)
    #expect(whole.accesses["/project/sub/tool"] == nil)
    #expect(log(lines).unread == [#"chdir("sub")"#, #"execve("./tool", [...])"#])
  }

  @Test func `threads share a folder`() {
    let log = log(
      #"7  clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD|CLONE_SYSVSEM|CLONE_SETTLS|CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID, child_tid=0x7f1706e61990, parent_tid=0x7f1706e61990, exit_signal=0, stack=0x7f1706661000, stack_size=0x7fff80, tls=0x7f1706e616c0} => {parent_tid=[8]}, 88) = 8"#,
      #"8  chdir("sub")                     = 0"#,
      #"7  open("a", O_RDONLY)              = 3</project/sub/a>"#)
    #expect(log.accesses["/project/sub/a"]?.uses == [.read])
    #expect(log.accesses["/project/a"] == nil)
  }

  @Test(arguments: [
    [
      #"8  execve("/bin/true", [...], 0x7fffc73d4688 /* 35 vars */ <pid changed to 7 ...>"#,
      #"7  +++ superseded by execve in pid 8 +++"#,
    ],
    [
      #"8  execve("/bin/true", [...], 0x7ffcd8d37c60 /* 38 vars */ <unfinished ...>"#,
      #"9  +++ exited with 0 +++"#,
      #"7  +++ superseded by execve in pid 8 +++"#,
    ],
  ])
  func `a program that a thread executes in place of its process is executed`(_ lines: [String]) {
    var (reader, log) = (TraceReader(), AccessLog(in: "/project"))
    let before = #"7  execve("./tc", [...], 0x7fffa9cf1650 /* 35 vars */) = 0"#
    let after = #"7  <... execve resumed>)             = -1 (errno 18446744073709551595)"#
    for line in [before] + lines + [after] {
      reader.take(Array(line.utf8)) { log.take($0) }
    }
    #expect(log.accesses["/bin/true"]?.uses == [.executed])
    #expect(log.unread.isEmpty)
  }

  @Test func `a program executed by its descriptor is known by the descriptor's path, or a gap`() {
    let log = log(
      #"7  openat(AT_FDCWD</tmp/st>, "/bin/true", O_RDONLY|O_CLOEXEC|O_PATH) = 3</usr/bin/true>"#,
      #"7  execveat(3</usr/bin/true>, "", [...], 0x7fffc43a1670 /* 35 vars */, AT_EMPTY_PATH) = 0"#,
      #"7  execve("/proc/self/exe", [...], 0x7ffdfe174ea8 /* 35 vars */) = 0"#)
    #expect(log.accesses["/usr/bin/true"]?.uses == [.examined, .executed])
    #expect(log.unread.isEmpty)
    let unknown = self.log(
      #"7  openat(AT_FDCWD</tmp/st>, "/bin/true", O_RDONLY|O_PATH) = 3</usr/bin/true>"#,
      #"7  execve("/proc/self/fd/3", [...], 0x7ffdfe174ea8 /* 35 vars */) = 0"#)
    #expect(unknown.unread == [#"execve("/proc/self/fd/3", [...])"#])
  }

  @Test func `a link that a run made leads to what is executed, though it is gone later`() {
    let log = log(
      #"7  symlinkat("../app", AT_FDCWD</project>, "out/part") = 0"#,
      #"7  renameat2(AT_FDCWD</project>, "out/part", AT_FDCWD</project>, "out/link", RENAME_NOREPLACE) = 0"#,
      #"7  execve("./out/link", [...], 0x7ffdfe174ea8 /* 35 vars */) = 0"#,
      #"7  unlink("out/link")               = 0"#,
      #"7  openat(AT_FDCWD</project>, "out/link", O_WRONLY|O_CREAT|O_EXCL, 0777) = 3</project/out/link>"#,
      #"7  execve("./out/link", [...], 0x7ffdfe174ea8 /* 35 vars */) = 0"#)
    #expect(log.accesses["/project/app"]?.uses == [.executed])
    #expect(log.accesses["/project/out/link"]?.uses == [])
    #expect(log.executed == ["/project/app": ["/project"], "/project/out/link": ["/project"]])
  }

  @Test func `a name that is not UTF-8 can't be known`() {
    let log = log(
      #"7  openat(AT_FDCWD</tmp/st>, "d/caf\351.txt", O_RDONLY) = 3</tmp/st/d/caf\351.txt>"#,
      #"7  openat(AT_FDCWD</project>, "\303\274", O_RDONLY) = 3</project/\303\274>"#)
    #expect(log.unread == [#"d/caf\351.txt"#, #"/tmp/st/d/caf\351.txt"#])
    #expect(log.accesses["/project/ü"]?.uses == [.read])
  }

  @Test func `files that the kernel makes up are no input, but shared memory is`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, "/proc/self/maps", O_RDONLY) = 3</proc/7/maps>"#,
      #"7  openat(AT_FDCWD</project>, "/dev/null", O_RDONLY) = 3</dev/null>"#,
      #"7  openat(AT_FDCWD</project>, "/dev/shm/a", O_RDONLY) = 3</dev/shm/a>"#,
      #"7  openat(AT_FDCWD</project>, "/devices", O_RDONLY) = 3</devices>"#)
    #expect(Set(log.accesses.keys) == ["/dev/shm/a", "/devices"])
  }

  @Test func `sockets are known by their addresses`() {
    let log = log(
      #"7  connect(4<socket:[1]>, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("127.0.0.1")}, 16) = 0"#,
      #"7  connect(4<socket:[2]>, {sa_family=AF_UNIX, sun_path="run/app.sock"}, 110) = -1 ENOENT (No such file or directory)"#,
      #"7  bind(4<socket:[2]>, {sa_family=AF_UNIX, sun_path="run/app.sock"}, 110) = 0"#,
      #"7  connect(4<socket:[3]>, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 EINPROGRESS (Operation now in progress)"#
    )
    #expect(log.connected == ["127.0.0.1:5432", "[::1]:80"])
    #expect(log.refused == ["unix:/project/run/app.sock"])
    #expect(log.bound == ["unix:/project/run/app.sock"])
  }

  @Test func `a listing is recorded, and a log with too many files is marked as full`() {
    let log = log(
      #"7  openat(AT_FDCWD</project>, ".", O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY) = 3</project>"#,
      #"7  getdents64(3</project>, 0x55 /* 5 entries */, 32768) = 120"#,
      #"7  openat(AT_FDCWD</project>, "a", O_RDONLY) = 3</project/a>"#, limit: 1)
    #expect(log.accesses.keys.sorted() == ["/project"])
    #expect(log.accesses["/project"]?.uses == [.examined, .listed])
    #expect(log.isFull)
  }

  @Test(arguments: [
    "7", "x  open(\"a\") = 3", "7  open(\"a", "7  open(\"a\", O_RDONLY", "7  openat(AT_FDCW",
    "7  execve(\"/bin/app\", [...], 0x7ffe <detached ...>", "7  <... open resumed>) = 3",
  ])
  func `a line that can't be understood is a gap`(_ line: String) {
    #expect(log(line).unread.count == 1)
  }

  @Test func `lines that say nothing of files are no gaps`() {
    let log = log(
      #"7  --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=8, si_uid=0, si_status=0, si_utime=0, si_stime=0} ---"#,
      #"7  --- stopped by SIGTSTP ---"#,
      #"7  newfstatat(3</etc/ld.so.cache>, "",  <unfinished ...>"#,
      #"8  +++ killed by SIGKILL +++"#,
      #"7  <... newfstatat resumed>{st_mode=S_IFREG|0644, st_size=42367, ...}, AT_EMPTY_PATH) = 0"#,
      #"7  connect(4<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/a"}, 110) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)"#,
      #"7  restart_syscall(<... resuming interrupted connect ...>) = 0"#,
      #"7  openat(AT_FDCWD</project>, "pipe", O_RDONLY <unfinished ...>) = ?"#,
      #"7  openat(AT_FDCWD</project>, "other", O_RDONLY <unfinished ...>"#,
      #"7  +++ exited with 0 +++"#)
    #expect(log.unread.isEmpty)
    #expect(Set(log.accesses.keys) == ["/project/pipe"])
  }

  @Test(arguments: [
    "", "7", "7  ", "7  +++ exited with 0 +++", "7  --- SIGCHLD {} ---", "x  open(\"a\") = 3",
    "7  open(\"a", "7  open(\"a\", O_RDONLY", "7  openat(AT_FDCWD</project, \"a\", O_RDONLY) = 3",
    "7  <... open resumed>) = 3", "7  open(\"a\\", "7  open()",
    "7  open(\"\\777\", O_RDONLY) = 3</x>",
  ])
  func `a line that is no complete call on a file is left out`(_ line: String) {
    #expect(log(line).accesses.isEmpty || line.contains("777"))
  }
}
