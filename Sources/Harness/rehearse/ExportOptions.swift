import ArgumentParser
import Exporting
import SystemPackage

/// Files for other programs, of what was just measured.
struct ExportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the result for another program, too; can be repeated. Formats: "
        + "\(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")); a file alone is csv.",
      valueName: "format=file"), transform: { try ExportDestination($0) })
  var export: [ExportDestination] = []

  func validate() throws { for destination in export { try destination.checkFolder() } }

  /// Whether any of the formats tells of single steps or samples.
  var needDetails: Bool { export.contains { $0.format.needsDetails } }

  /// Refuses formats that can't hold so many experiments, before these are made.
  func check(experiments count: Int) throws {
    guard count > 1, let single = export.first(where: { !$0.format.holdsSeveral }) else { return }
    throw Refusal.because(
      "--export \(single.format.rawValue) holds one experiment, and \(count) are to be made: one a "
        + "candidate. Name one with --candidate.")
  }

  /// As each of the destinations does.
  func write(_ experiments: [ExportedExperiment]) -> Bool { export.write(experiments) }
}

extension [ExportDestination] {
  /// Writes the files.
  /// - Returns: false where one could not be written, which was told: what was measured and printed
  ///   is not lost for that.
  func write(_ experiments: [ExportedExperiment]) -> Bool {
    var isComplete = true
    for destination in self {
      do {
        let text = try destination.format.text(of: experiments)
        try ReplacedFile(destination.path).write([UInt8](text.utf8))
      } catch {
        Console.warn("Error: \(destination.path) was not written: \(error)")
        isComplete = false
      }
    }
    return isComplete
  }
}
