import Glibc
import Recording
import Sampling
import Synchronization
import SystemPackage

/// A TCP port on the loopback interface that no other process has, held until the service takes it.
///
/// Between its release and the service's start, another process may get it by chance. The service
/// then reports it, and the run fails.
struct FreePort {
  let number: UInt16
  private let socket: FileDescriptor

  /// The ports that were given last, whose services may not have taken them yet: pairs may start services at once.
  private static let given = Mutex<[UInt16]>([])
  private static let mostGiven = 1024

  /// Takes a port.
  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init() throws(RunFailure) {
    do throws(Errno) {
      (socket, number) = try Self.fresh()
    } catch {
      throw .notMeasured("The system gave no free TCP port of 127.0.0.1: \(error).")
    }
  }

  /// Releases it for the service to take.
  ///
  /// A process that another thread is just starting also holds the socket until it executes its
  /// program, which a busy machine may put off. So this waits until the port is free, for some seconds at most.
  func release() {
    try? socket.close()
    for _ in 0..<3000 {
      if let (socket, _) = try? Self.bound(to: number) {
        try? socket.close()
        return
      }
      usleep(1000)
    }
  }

  /// A socket bound to a port that was not given before, as far as is known, if there is one.
  private static func fresh() throws(Errno) -> (socket: FileDescriptor, number: UInt16) {
    // Held meanwhile, or the kernel could choose the same again.
    var held: [FileDescriptor] = []
    defer { for socket in held { try? socket.close() } }
    // With thousands of ports the second try already is mostly enough.
    for _ in 1..<8 {
      let port = try bound(to: 0)
      let isFresh = given.withLock { ports -> Bool in
        if ports.contains(port.number) { return false }
        ports.append(port.number)
        if ports.count > mostGiven { ports.removeFirst() }
        return true
      }
      if isFresh { return port }
      held.append(port.socket)
    }
    return try bound(to: 0)
  }

  /// A socket bound to a port; the kernel chooses the port if the number is 0.
  private static func bound(
    to number: UInt16
  ) throws(Errno) -> (socket: FileDescriptor, number: UInt16) {
    let descriptor = Glibc.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard result else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    return (FileDescriptor(rawValue: descriptor), UInt16(bigEndian: address.sin_port))
  }

  /// Returns whether a process listens on a port, at any address.
  ///
  /// It reads the kernel's tables, because a connection would be the service's first request.
  /// - Throws: `RunFailure` with the reason `notMeasured` if the kernel does not show them.
  static func hasListener(on port: UInt16) throws(RunFailure) -> Bool {
    func ports(_ name: FilePath) throws(SamplingError) -> Set<UInt16> {
      try WholeFile.read(
        ProcRoot().path.appending("self/net").pushing(name), ProcText.listeningPorts)
    }
    do throws(SamplingError) {
      if try ports("tcp").contains(port) { return true }
    } catch {
      throw .notMeasured("Whether a service listens on its port can't be determined: \(error).")
    }
    // A kernel without IPv6 does not have this file.
    return (try? ports("tcp6").contains(port)) ?? false
  }
}
