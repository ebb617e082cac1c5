import Foundation
import Testing

/// A check of a scenario for a test.
struct Rehearsal: Sendable {
  let check: CheckCall
  let testFile: String
  let sourceLocation: SourceLocation
  var search = ExecutableSearch()
  var turn = MeasuringTurn.ofThisUser

  /// Measures, and records failures and reservations as issues of the current test.
  func report() async {
    let verdict: CheckVerdict
    do {
      verdict = try await carryOut()
    } catch {
      record("\(error)", isFailure: true)
      return
    }
    // A plain pass is no issue.
    if verdict.passed, !verdict.isReserved { return print(verdict.text) }
    let pages = verdict.pages.map { "\nThe page: \($0)" }
    record(verdict.text + pages.joined(), isFailure: !verdict.passed)
    for page in verdict.pages { attach(page) }
  }

  /// Measures.
  /// - Throws: ``RehearsalError`` if `rehearse` can't be called at all.
  func carryOut() async throws -> CheckVerdict {
    let program = try search.path()
    let folder = try PackageFolder.holding(testFile)
    let name = check.scenario.split(separator: "/").last.map(String.init) ?? check.scenario
    return try await turn.taken {
      let end = try await ExecutableCall([program] + check.arguments, in: folder).end()
      var verdict = CheckVerdict(end, of: name)
      for number in verdict.experiments {
        let drawn = try await ExecutableCall(
          [program, "report", "\(number)", "--format", "html", "--json"] + check.storeArguments,
          in: folder
        ).end()
        verdict.add(page: drawn, of: number, in: folder)
      }
      return verdict
    }
  }

  private func record(_ text: String, isFailure: Bool) {
    let comment = Comment(rawValue: text)
    #if compiler(>=6.3)
      Issue.record(
        comment, severity: isFailure ? .error : .warning, sourceLocation: sourceLocation)
    #else
      // Before Swift 6.3 every issue fails its test.
      guard isFailure else { return print(text) }
      Issue.record(comment, sourceLocation: sourceLocation)
    #endif
  }

  private func attach(_ page: String) {
    guard let content = FileManager.default.contents(atPath: page) else {
      record("The page \(page) can't be read, so it is not attached.", isFailure: true)
      return
    }
    // Each experiment has its own folder, whose name identifies it.
    let folder = page.split(separator: "/").dropLast().last ?? "experiment"
    Attachment.record(
      Array(content), named: "\(folder)-report.html", sourceLocation: sourceLocation)
  }
}

struct CheckCall: Sendable, Equatable {
  var scenario: String
  var stories: [String] = []
  var revision: String?
  var baseline: String?
  var pairs: Int?
  var maxTime: Duration?
  var isStrict = false
  var store: String?
  var options: [String] = []

  /// The words after the program's name.
  var arguments: [String] {
    var words = ["check", scenario, "--json", "--quiet"]
    for story in stories { words += ["--story", story] }
    // With neither, 'never' keeps a setting from naming a revision.
    if revision != nil || baseline == nil { words += ["--against", revision ?? "never"] }
    if let baseline { words += ["--saved", baseline] }
    if let pairs { words += ["--pairs", "\(pairs)"] }
    if let maxTime { words += ["--max-time", "\(Self.milliseconds(maxTime))ms"] }
    if isStrict { words.append("--strict") }
    return words + storeArguments + options
  }

  var storeArguments: [String] { store.map { ["--store", $0] } ?? [] }

  private static func milliseconds(_ time: Duration) -> Int64 {
    Int64(clamping: time.attoseconds / 1_000_000_000_000_000)
  }
}

/// The folder of a package.
enum PackageFolder {
  /// The nearest folder above a source file that contains a Package.swift.
  /// - Throws: ``RehearsalError/noPackage(above:)``.
  static func holding(_ file: String) throws(RehearsalError) -> String {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while true {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
      {
        return folder.path
      }
      let parent = folder.deletingLastPathComponent()
      if parent.path == folder.path || folder.path == "/" { throw .noPackage(above: file) }
      folder = parent
    }
  }
}
