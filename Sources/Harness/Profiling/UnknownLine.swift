/// A line of a profiler that can't be parsed.
public struct UnknownLine: Error, Equatable, CustomStringConvertible {
  /// A program whose output is parsed here.
  public enum Printer: Sendable {
    case callgrind, perf, symbolizer
  }

  /// The line.
  public let line: String
  /// The program that printed it.
  public let printer: Printer

  init(_ line: String, of printer: Printer) {
    self.line = line
    self.printer = printer
  }

  /// The line, and what to do if anything can be done.
  public var description: String {
    let words = "a line that is not understood: '\(line.prefix(200))'."
    return switch printer {
    case .callgrind: "callgrind wrote \(words)"
    case .perf:
      "'perf script' printed \(words) Rehearse knows what perf of Linux 5.10 to 6.12 prints."
    case .symbolizer: "'llvm-symbolizer' printed \(words)"
    }
  }
}
