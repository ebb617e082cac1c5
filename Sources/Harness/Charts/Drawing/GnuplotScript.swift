/// Commands and data for gnuplot, apart from whatever runs gnuplot.
public struct GnuplotScript: Sendable, Equatable {
  enum Section: Sendable, Equatable {
    case commands(String)
    case block(name: String, columns: Int, values: [Double])
  }

  /// A name for the drawing, safe in XML, equal for equal scripts only.
  public let identifier: String
  private(set) var parts: [Section] = []

  /// Makes an empty script.
  public init(identifier: String = "") {
    self.identifier = identifier
  }

  /// Appends one line of commands, or several. Text of others goes through `literal(_:)`.
  public mutating func add(_ commands: String) {
    parts.append(.commands(commands + "\n"))
  }

  /// Appends another script's commands and data.
  public mutating func add(_ script: GnuplotScript) {
    parts += script.parts
  }

  /// Appends rows of equally many numbers, which later commands read as `$name`.
  public mutating func addBlock(_ name: String, rows: [[Double]]) {
    let columns = rows.first?.count ?? 0
    parts.append(.block(name: name, columns: columns, values: Array(rows.joined())))
  }

  /// `text` as an expression that draws exactly its characters and runs none of them.
  public static func literal(_ text: some StringProtocol) -> String {
    ScriptText.literal(text)
  }

  /// The bytes gnuplot reads.
  ///
  /// - Throws: `ChartRenderingError.scriptNotWritten`.
  public func text() throws(ChartRenderingError) -> String {
    try ScriptFile(self).contents()
  }

  /// A name made from all that is drawn: FNV-1a, 64 bits.
  func fingerprint(with title: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    mix(title.utf8)
    for part in parts {
      switch part {
      case .commands(let text):
        mix(text.utf8)
      case .block(let name, let columns, let values):
        mix("\(name) \(columns)".utf8)
        for value in values {
          withUnsafeBytes(of: value.bitPattern.littleEndian) { mix($0) }
        }
      }
    }
    let digits = String(hash, radix: 16)
    return "chart_" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Foreign text on its way into a gnuplot script.
///
/// gnuplot runs shell commands from backticks in double quotes, from `system()`, and from
/// file names; inside single quotes nothing is special but the quote itself. Doubling it, as
/// gnuplot's manual says, does not help at a string's beginning: gnuplot 5.4 reads `'''x` as
/// an empty string and the beginning of another. So quotes are joined on from outside.
enum ScriptText {
  /// `text` as one gnuplot expression that draws exactly its characters.
  static func literal(_ text: some StringProtocol) -> String {
    visible(text).split(separator: "'", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: ".\"'\".")
  }

  /// Several lines as one gnuplot expression. Line breaks and single quotes are all that ever
  /// stands in double quotes.
  static func literal(lines: [String]) -> String {
    lines.map { literal($0) }.joined(separator: ".\"\\n\".")
  }

  /// As `literal`, for the labels of an axis, which gnuplot takes for number formats.
  static func ticLabel(lines: [String]) -> String {
    literal(lines: lines.map { $0.replacing("%", with: "%%") })
  }

  /// `text` without characters that would end a script's line, that XML forbids, or that
  /// turn the reading direction of what follows.
  static func visible(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
        result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069,
        0xFFFE, 0xFFFF:
        result.append("\u{FFFD}")
      default:
        result.append(scalar)
      }
    }
    return String(result)
  }
}
