/// Commands and data for gnuplot, independent of how gnuplot is run.
public struct GnuplotScript: Sendable, Equatable {
  enum Section: Sendable, Equatable {
    case commands(String)
    case block(name: String, columns: Int, values: [Double])
  }

  /// A name for the drawing, safe in XML, equal only for equal scripts.
  public let identifier: String
  private(set) var parts: [Section] = []

  /// Makes an empty script.
  public init(identifier: String = "") {
    self.identifier = identifier
  }

  /// Appends one or more lines of commands. Foreign text goes through `ScriptText`.
  public mutating func add(_ commands: String) { parts.append(.commands(commands + "\n")) }

  /// Appends another script's commands and data.
  public mutating func add(_ script: GnuplotScript) { parts += script.parts }

  /// Appends rows of equal length, which later commands read as `$name`.
  public mutating func addBlock(_ name: String, rows: [[Double]]) {
    let columns = rows.first?.count ?? 0
    parts.append(.block(name: name, columns: columns, values: Array(rows.joined())))
  }

  /// The bytes gnuplot reads.
  /// - Throws: `ChartError.scriptNotWritten`.
  public func text() throws(ChartError) -> String { try ScriptFile(self).contents() }

  /// A name derived from everything that is drawn: FNV-1a, 64 bits.
  func fingerprint(with title: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    mix(title.utf8)
    for part in parts {
      switch part {
      case .commands(let text): mix(text.utf8)
      case .block(let name, let columns, let values):
        mix("\(name) \(columns)".utf8)
        for value in values {
          withUnsafeBytes(of: value.bitPattern.littleEndian) { mix($0) }
        }
      }
    }
    return "chart_" + ScriptText.padded(String(hash, radix: 16), to: 16)
  }
}
