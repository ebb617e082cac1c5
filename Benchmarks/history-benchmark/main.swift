import Foundation

// What a history of ratios to an anchor says of commits that change nothing, and of one that costs 1.5 %
// more, beside rules on the means themselves: on measured pairs, replayed as if by changing machines.

guard (2...3).contains(CommandLine.arguments.count),
  let histories = Int(CommandLine.arguments.dropFirst(2).first ?? "4"),
  (1...1000).contains(histories)
else {
  FileHandle.standardError.write(
    Data("usage: history-benchmark PAIRS.CSV [HISTORIES, 1 to 1000]\n".utf8))
  exit(64)
}
do {
  try Report(pairs: URL(filePath: CommandLine.arguments[1]), histories: histories).print()
} catch {
  FileHandle.standardError.write(Data("history-benchmark: \(error)\n".utf8))
  exit(1)
}
