import Glibc
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Programs

/// What traces say of calls that reach others, or files, without a path. The lines are strace's own, of version 6.1.
@Suite struct NamelessCallTests {
  private func log(_ lines: [String]) -> AccessLog {
    var (reader, log) = (TraceReader(), AccessLog(in: "/project"))
    for line in lines { reader.take(Array(line.utf8)) { log.take($0) } }
    return log
  }

  @Test func `a datagram socket that is never connected may have reached anyone`() {
    let log = log([
      #"7  socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 3<socket:[437705]>"#,
      #"7  socket(AF_INET6, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 5<socket:[437706]>"#,
      #"8  bind(5<socket:[437706]>, {sa_family=AF_INET6, sin6_port=htons(5353), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::", &sin6_addr), sin6_scope_id=0}, 28) = 0"#,
      #"7  socket(AF_VSOCK, SOCK_STREAM|SOCK_CLOEXEC, 0) = 9<socket:[437710]>"#,
      #"7  connect(9<socket:[437710]>, {sa_family=AF_VSOCK, svm_cid=VMADDR_CID_HOST, svm_port=0x4d2, svm_flags=0}, 16) = -1 ECONNRESET (Connection reset by peer)"#,
    ])
    #expect(
      log.reaching(besides: []) == [
        "an unknown address (SOCK_DGRAM)", "[::]:5353", "an unknown address (AF_VSOCK)",
      ])
    #expect(log.reaching(besides: ["127.0.0.1:5353"]).count == 2)
    #expect(log.accesses.isEmpty && log.gaps.isEmpty)
  }

  @Test func `sockets by which the C library sorts addresses and asks the kernel reach nobody`() {
    let log = log([
      #"7  socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0) = 3<socket:[437791]>"#,
      #"7  connect(3<socket:[437791]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)"#,
      #"7  socket(AF_NETLINK, SOCK_RAW|SOCK_CLOEXEC, NETLINK_ROUTE) = 3<socket:[437792]>"#,
      #"7  bind(3<socket:[437792]>, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 0"#,
      #"7  socket(AF_INET6, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 3<socket:[437793]>"#,
      #"7  connect(3<socket:[437793]>, {sa_family=AF_INET6, sin6_port=htons(0), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)"#,
      #"7  socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 6<socket:[437707]>"#,
      #"7  socket(AF_VSOCK, SOCK_STREAM|SOCK_CLOEXEC, 0) = -1 EAFNOSUPPORT (Address family not supported by protocol)"#,
    ])
    #expect(log.reaching(besides: []).isEmpty && log.connected.isEmpty)
  }

  @Test func `names in the kernel are known, and what others may have left there is a gap`() {
    let log = log([
      #"7  shmget(0x1234, 4096, IPC_CREAT|0600) = 0"#,
      #"7  shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = 1"#,
      #"7  semget(0x1235, 1, IPC_CREAT|IPC_EXCL|0600) = 0"#,
      #"8  semget(0x1235, 0, 000)            = 0"#,
      #"7  msgget(0x1239, 000)               = -1 ENOENT (No such file or directory)"#,
      #"7  mq_open("test", O_RDWR|O_CREAT, 0600, NULL) = 12</test>"#,
    ])
    #expect(
      log.kernelNames == [
        "System V shared memory 0x1234", "System V semaphore set 0x1235",
        "System V message queue 0x1239", "message queue /test",
      ])
    #expect(
      log.gaps == [.unseen("System V shared memory 0x1234"), .unseen("message queue /test")])
    #expect(log.accesses.isEmpty)
  }

  @Test(
    arguments: [
      (#"unshare(CLONE_NEWNS|CLONE_NEWUSER) = 0"#, "unshare"),
      (#"unshare(CLONE_FILES)              = 0"#, nil),
      (#"unshare(CLONE_NEWNS)              = -1 EPERM (Operation not permitted)"#, nil),
      (#"setns(3<mnt:[4026531832]>, CLONE_NEWNS) = 0"#, "setns"),
      (#"setns(3<mnt:[4026531832]>, 0)     = 0"#, "setns"),
      (#"clone(child_stack=NULL, flags=CLONE_NEWNS|SIGCHLD) = 8"#, "clone"),
      (#"clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|SIGCHLD) = 8"#, nil),
      (#"chroot("/jail")                   = 0"#, "chroot"),
      (#"chroot("/")                       = 0"#, nil),
      (#"chroot("/proc/self/fdinfo/")      = 0"#, nil),
      (
        #"open_by_handle_at(3</srv>, {handle_bytes=8, handle_type=1, f_handle=0x1122}, O_RDONLY) = 4</srv/a>"#,
        "open_by_handle_at"
      ),
    ] as [(String, String?)])
  func `a call that changes what paths lead to, or needs none, is a gap`(
    _ call: String, _ name: String?
  ) {
    let gaps = log(["7  \(call)"]).gaps
    #expect(gaps == Set(name.map { [.hidden(by: $0)] } ?? []))
    #expect(gaps.allSatisfy { $0.isOfTrace })
  }

  @Test
  func
    `what is bound or locked is claimed, and what is taken, missing or locked together is sought`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.add(
      "trace",
      [
        #"7  openat(AT_FDCWD</project>, "a", O_RDONLY) = 3</project/a>"#,
        #"7  bind(6<socket:[437707]>, {sa_family=AF_INET, sin_port=htons(9000), sin_addr=inet_addr("127.0.0.1")}, 16) = 0"#,
        #"7  bind(7<socket:[437708]>, {sa_family=AF_INET, sin_port=htons(9001), sin_addr=inet_addr("0.0.0.0")}, 16) = -1 EADDRINUSE (Address already in use)"#,
        #"7  bind(8<socket:[437709]>, {sa_family=AF_UNIX, sun_path=@"app-lock"}, 11) = 0"#,
        #"7  bind(9<socket:[437711]>, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, 16) = 0"#,
        #"7  bind(9<socket:[437712]>, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr("0.0.0.0")}, 16) = 0"#,
        #"7  bind(9<socket:[437713]>, {sa_family=AF_UNIX, sun_path="/own/app.sock"}, 110) = 0"#,
        #"7  openat(AT_FDCWD</project>, "/tmp/l", O_RDONLY|O_CREAT|O_NOCTTY, 0666) = 3</tmp/l>"#,
        #"7  flock(11</tmp/app.lock>, LOCK_EX|LOCK_NB) = -1 EAGAIN (Resource temporarily unavailable)"#,
        #"7  flock(11</project/go.mod>, LOCK_SH)  = 0"#,
        #"7  flock(11</project/b>, LOCK_UN)       = 0"#,
        #"7  flock(11</own/lock>, LOCK_EX)        = 0"#,
        #"7  flock(11</dev/tty>, LOCK_EX)         = 0"#,
        #"7  connect(3<socket:[437791]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)"#,
      ].joined(separator: "\n") + "\n")
    let inputs = try InputCollector(roots: [], own: ["/own"], hashes: ContentHashes()).record(
      [folder["trace"]], from: "/project", since: timespec(), variables: [],
      besides: ["127.0.0.1:8080"])
    #expect(inputs.claimed == ["port:9000", "unix:@app-lock", "/tmp/l", "/tmp/app.lock"])
    #expect(inputs.sought == ["port:9001", "unix:/var/run/nscd/socket", "/project/go.mod"])
    #expect(inputs.written.isEmpty)
  }
}
