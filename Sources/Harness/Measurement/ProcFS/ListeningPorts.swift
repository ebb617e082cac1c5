/// The TCP ports on which processes listen: `/proc/net/tcp` and `/proc/net/tcp6`.
///
/// Lines are `sl local_address rem_address st …`; addresses and ports are hexadecimal. State 0A
/// means listening (include/net/tcp_states.h).
public struct ListeningPorts: Sendable, Equatable {
  /// The ports.
  public let ports: Set<UInt16>

  /// Parses the text of either file.
  /// - Throws: ``ProcFSError/malformed(path:missing:)`` if it is neither.
  public init(_ text: ProcText) throws(ProcFSError) {
    let lines = text.bytes.split(separator: UInt8(ascii: "\n"))
    guard let heading = lines.first, heading.contains(UInt8(ascii: "_")) else {
      throw .malformed(path: text.path, missing: "local_address")
    }
    var ports: Set<UInt16> = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 4)
      guard fields.count >= 4 else { throw .malformed(path: text.path, missing: "st") }
      guard fields[3].elementsEqual("0A".utf8) else { continue }
      let address = String(decoding: fields[1], as: UTF8.self)
      guard let port = address.split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) else {
        throw .malformed(path: text.path, missing: "local_address")
      }
      ports.insert(port)
    }
    self.ports = ports
  }
}
