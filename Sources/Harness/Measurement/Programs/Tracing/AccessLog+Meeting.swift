import Recording

/// The calls by which processes meet others, or reach files, without a path.
extension AccessLog {
  /// Adds what a finished call says of that.
  mutating func noteMeeting(_ call: TracedCall) {
    switch call.name {
    case "socket": if call.succeeded { open(socket: call) }
    case "connect": close(socket: call)
    case "bind":
      if call.succeeded {
        name(socket: call)
      } else if let socket = endpoint(call) {
        unbound.insert(socket)
      }
    case "flock": lock(call)
    case "shmget": takeKey(of: "System V shared memory", call)
    case "semget": takeKey(of: "System V semaphore set", call)
    case "msgget": takeKey(of: "System V message queue", call)
    case "mq_open":
      // The C library leaves out the slash.
      guard let name = call.text(0) else { return }
      take("message queue /\(name.drop { $0 == "/" })", call)
    case "clone", "clone3", "unshare", "setns":
      let isOfFiles =
        call.arguments.contains { $0.contains("CLONE_NEWNS") }
        || call.name == "setns" && call.arguments.first?.contains("<mnt:") == true
      if call.succeeded, isOfFiles { gaps.insert(.hidden(by: String(call.name))) }
    case "open_by_handle_at", "mount", "pivot_root":
      if call.succeeded { gaps.insert(.hidden(by: String(call.name))) }
    case "chroot":
      // Browsers lock themselves into a folder of /proc, where there are no files.
      guard call.succeeded, let path = path(call, 0), Self.isOfInterest(path) else { return }
      gaps.insert(.hidden(by: "chroot"))
    default: break
    }
  }

  /// The addresses of the sockets that can have reached others without a connection, apart from services.
  func reaching(besides services: Set<String>) -> Set<String> {
    let ports = Set(services.map(Self.port))
    return Set(unconnected.values.filter { !ports.contains(Self.port(of: $0)) })
  }

  /// The part of an address that only one socket can have: the port, as one bound to all addresses has those of
  /// the others, or the whole name.
  static func port(of socket: String) -> String {
    guard !socket.hasPrefix("unix:"), let colon = socket.lastIndex(of: ":") else { return socket }
    return "port" + socket[colon...]
  }

  /// Notes a lock, whether or not it was free: a run beside this one may have it.
  private mutating func lock(_ call: TracedCall) {
    guard call.arguments.count > 1, let path = call.descriptor(0), Self.isOfInterest(path) else {
      return
    }
    if call.arguments[1].hasPrefix("LOCK_EX") {
      locked.alone.insert(path)
    } else if call.arguments[1].hasPrefix("LOCK_SH") {
      locked.together.insert(path)
    }
  }
}

/// Sockets without connections.
extension AccessLog {
  /// The families whose sockets reach nobody else without a call that names the address, or only the kernel.
  private static let harmless: Set<Substring> = [
    "AF_UNIX", "AF_LOCAL", "AF_NETLINK", "AF_ALG", "AF_UNSPEC",
  ]

  private mutating func open(socket call: TracedCall) {
    guard call.arguments.count > 1 else { return }
    let (family, kind) = (call.arguments[0], call.arguments[1].prefix { $0 != "|" })
    if Self.harmless.contains(family) { return }
    let isOfInternet = family == "AF_INET" || family == "AF_INET6"
    if isOfInternet, kind == "SOCK_STREAM" { return }
    unconnected[Self.number(call.result)] = "an unknown address (\(isOfInternet ? kind : family))"
  }

  /// The C library connects datagram sockets to sort the addresses of a name, and sends nothing. All that
  /// connect to an address are known by it.
  private mutating func close(socket call: TracedCall) {
    guard call.arguments.count > 1, call.arguments[1].contains("sa_family=AF_INET") else { return }
    unconnected[Self.number(call.arguments[0])] = nil
  }

  private mutating func name(socket call: TracedCall) {
    guard let socket = call.arguments.first.map(Self.number), unconnected[socket] != nil,
      let address = endpoint(call)
    else { return }
    unconnected[socket] = address
  }

  /// The number of a socket among all of the system, which processes share: `3<socket:[4711]>`.
  private static func number(_ descriptor: Substring) -> String {
    String(descriptor.firstIndex(of: "<").map { descriptor[$0...] } ?? descriptor)
  }
}

/// Names in the kernel.
extension AccessLog {
  private mutating func takeKey(of kind: String, _ call: TracedCall) {
    guard let key = call.arguments.first, key != "IPC_PRIVATE" else { return }
    take("\(kind) \(key)", call)
  }

  private mutating func take(_ name: String, _ call: TracedCall) {
    kernelNames.insert(name)
    guard call.succeeded else { return }
    if call.arguments.contains(where: { $0.contains("IPC_EXCL") || $0.contains("O_EXCL") }) {
      madeNames.insert(name)
    } else if !madeNames.contains(name) {
      // Another process may have left something in it.
      gaps.insert(.unseen(name))
    }
  }
}
