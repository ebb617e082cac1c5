import Foundation

// How often a bisection names the right commit, with how many builds and pairs, and whether the
// probability that it claims holds: on measured pairs, whose noise is real and whose truth is known.

guard (2...3).contains(CommandLine.arguments.count),
  let count = Int(CommandLine.arguments.dropFirst(2).first ?? "1000"), count > 0
else {
  FileHandle.standardError.write(Data("usage: bisect-benchmark PAIRS.CSV [COUNT]\n".utf8))
  exit(64)
}
do {
  try Report(pairs: URL(filePath: CommandLine.arguments[1]), count: count).print()
} catch {
  FileHandle.standardError.write(Data("bisect-benchmark: \(error)\n".utf8))
  exit(1)
}
