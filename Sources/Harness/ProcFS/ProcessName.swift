/// The name in `/proc/PID/stat`: the executable's, cut to 15 bytes, unless the process changed it.
public struct ProcessName: Equatable, Sendable {
  /// The name as it is; it may hold anything.
  public let text: String

  /// Parses the file. The name stands between the first `(` and the last `)`.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let start = text.bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = text.bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { throw .malformed(path: text.path, missing: "comm") }
    self.text = String(decoding: text.bytes[(start + 1)..<end], as: UTF8.self)
  }
}
