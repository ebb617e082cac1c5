import CLibcurl
import Glibc
import Testing

/// When the kernel had an answer.
@Suite struct ArrivalTests {
  @Test func `what arrived is as old as the kernel says, however late it is read`() throws {
    let (sender, receiver) = try Self.connection()
    defer { [sender, receiver].forEach { close($0) } }
    socket_note_arrivals(receiver)
    #expect(socket_age(receiver) < 0)
    // The kernel begins to note times some moments after it is asked to.
    var (sent, sentAt) = (0, Self.now)
    var age: Int64 = -1
    while age < 0 {
      // More would not fit into what is counted.
      try #require(sent < 1 << 16, "The kernel notes no times.")
      sentAt = Self.now
      try #require(write(sender, "x", 1) == 1)
      sent += 1
      while Self.count(in: receiver) < sent {
        try #require(Self.now - sentAt < 60_000_000_000, "What was sent did not arrive.")
      }
      age = socket_age(receiver)
    }
    let later = socket_age(receiver)
    #expect(later >= age && later <= Self.now - sentAt)
    // Asking takes nothing away.
    #expect(Self.count(in: receiver) == sent)
  }

  @Test func `a connection that was reset stays so when one has asked for the age of its data`()
    throws
  {
    let (sender, receiver) = try Self.connection()
    defer { close(receiver) }
    socket_note_arrivals(receiver)
    // Closed without lingering, it resets the connection.
    var ending = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    #expect(setsockopt(sender, SOL_SOCKET, SO_LINGER, &ending, size) == 0)
    close(sender)
    var events = pollfd(fd: receiver, events: Int16(POLLIN), revents: 0)
    try #require(poll(&events, 1, 60_000) == 1)
    #expect(socket_age(receiver) < 0)
    var byte: UInt8 = 0
    let count = recv(receiver, &byte, 1, Int32(MSG_DONTWAIT))
    let reason = errno
    #expect(count == -1 && reason == ECONNRESET)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func count(in socket: Int32) -> Int {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return max(recv(socket, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT)), 0)
  }

  /// Both ends of a connection by TCP, which notes times, as pairs of sockets don't. A process that another test
  /// starts may not keep one open.
  private static func connection() throws -> (Int32, Int32) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_INET, kind, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let sender = socket(AF_INET, kind, 0)
    let isConnected = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0 && connect(sender, address, size) == 0
      }
    }
    try #require(isConnected)
    let receiver = accept(listener, nil, nil)
    try #require(receiver >= 0 && fcntl(receiver, F_SETFD, FD_CLOEXEC) == 0)
    return (sender, receiver)
  }
}
