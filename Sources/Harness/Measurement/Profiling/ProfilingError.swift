/// The output of a profiler, or a program with symbols, that can't be read.
public enum ProfilingError: Error, Equatable, CustomStringConvertible {
  /// A program printed a line that can't be parsed.
  case unknownLine(String, of: Printer)
  case notElf
  case damagedElf
  case noAllocationPaths
  /// The call path at this place of the allocation counter's file contradicts itself.
  case damagedAllocationPath(Int)

  /// A program whose output is parsed here.
  public enum Printer: Sendable {
    case callgrind, perf, symbolizer
  }

  /// The finding, and what to do if anything can be done.
  public var description: String {
    switch self {
    case .unknownLine(let line, .callgrind): "callgrind wrote \(Self.words(line))"
    case .unknownLine(let line, .perf):
      "'perf script' printed \(Self.words(line)) Rehearse knows what perf of Linux 5.10 to 6.12 prints."
    case .unknownLine(let line, .symbolizer): "'llvm-symbolizer' printed \(Self.words(line))"
    case .notElf: "It is no 64-bit ELF file."
    case .damagedElf: "The ELF file is damaged: it refers to something outside itself."
    case .noAllocationPaths: "The allocation counter did not write this file."
    case .damagedAllocationPath(let place):
      "The allocation counter's file is damaged: its call path at \(place) contradicts itself."
    }
  }

  private static func words(_ line: String) -> String {
    "a line that is not understood: '\(line.prefix(200))'."
  }
}
