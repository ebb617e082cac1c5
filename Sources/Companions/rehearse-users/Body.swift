import DriverProtocol
import SystemPackage

struct Body {
  let bytes: [UInt8]
  /// The type, if no header says it.
  let type: String

  /// The content of a step with variables resolved; nil if it has none.
  /// - Throws: ``UserError``, or `EncodingError`.
  init?(of step: RequestStep, _ values: Values) throws {
    switch step.request.body {
    case nil: return nil
    case .json:
      bytes = try values.resolved(step.json ?? .null).bytes
      type = "application/json"
    case .form(let fields):
      let encoded = try fields.sorted { $0.key < $1.key }.flatMap { name, texts in
        try texts.map { Values.encoded(name) + "=" + Values.encoded(try values.resolved($0)) }
      }
      bytes = Array(encoded.joined(separator: "&").utf8)
      type = "application/x-www-form-urlencoded"
    case .text(let text):
      bytes = Array(try values.resolved(text).utf8)
      type = "text/plain; charset=utf-8"
    case .file(let path):
      bytes = try FileContent.bytes(of: try values.resolved(path))
      type = "application/octet-stream"
    }
  }
}

/// Files beside the scenario, which is the folder that the driver works in.
enum FileContent {
  /// - Throws: ``UserError/unreadable(file:reason:)``.
  static func bytes(of path: String) throws(UserError) -> [UInt8] {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var bytes: [UInt8] = []
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
          while case let count = try file.read(into: chunk), count > 0 {
            bytes += UnsafeRawBufferPointer(rebasing: chunk[..<count])
          }
        }
        return bytes
      }
    } catch {
      throw .unreadable(file: path, reason: "\(error)")
    }
  }
}
