import Foundation

// Whole-run false alarms and detection of Rehearse's decision rule and of other tools' rules, on the
// same measured pairs. See data/README.md for the pairs and peers.py for the rules.

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: verdict-benchmark PAIRS.CSV PEERS.CSV\n".utf8))
  exit(64)
}
do {
  let report = Report(
    measurements: try Measurements(contentsOf: URL(filePath: CommandLine.arguments[1])),
    peers: try PeerResults.read(URL(filePath: CommandLine.arguments[2])))
  try report.print()
} catch {
  FileHandle.standardError.write(Data("verdict-benchmark: \(error)\n".utf8))
  exit(1)
}
