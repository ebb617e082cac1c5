import Analysis
import CommandSupport
import Reports
import Running
import SystemPackage

/// The report of runs that were just made.
enum FreshReport {
  /// Checks the requirements of a report, so that a missing one is noticed before hours of measuring. `advice`
  /// says how to do without. The folder is known only if it is given and gets a single report.
  static func check(
    _ output: String?, isSingle: Bool = true, beside storeOptions: StoreOptions, advice: String
  ) async throws {
    do {
      if let output, isSingle { try ReportFolder(FilePath(output)).checkNames() }
      try await ReportFolder(FilePath(output ?? storeOptions.folder.string)).check()
    } catch {
      Console.warn("Error: No report could be written: \(error)\n\(advice)")
      throw Outcome.toolFailed.code
    }
  }

  /// Writes a report of these experiments; a request to stop ends that at once, because it can be written
  /// later. Everything is said on standard error.
  /// - Returns: the page, or nil and the reason.
  static func write(
    of numbers: [Int64], in storeOptions: StoreOptions, until interruption: Interruption,
    by write: @escaping @Sendable () async throws -> FilePath
  ) async -> (page: FilePath?, outcome: Outcome) {
    let writing = Task { try await write() }
    let references = numbers.map(String.init).joined(separator: " ") + storeOptions.argument
    let later = "All runs are stored; 'rehearse report \(references)' writes it later."
    do {
      try interruption.whenRaised { writing.cancel() }
      let page = try await writing.value
      Console.warn("The report is \(page).")
      return (page, .passed)
    } catch  where interruption.isRaised {
      Console.warn("Interrupted: No report was written. \(later)")
      return (nil, .interrupted)
    } catch {
      // Not rethrown: what was measured is still to be printed or judged.
      Console.warn("Error: The report could not be written: \(error)\n\(later)")
      return (nil, .toolFailed)
    }
  }
}
