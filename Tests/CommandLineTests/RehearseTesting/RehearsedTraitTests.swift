import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import RehearseTesting

/// Issues of the trait, by the scenario that their text begins with.
private enum Taken {
  private static let issues = Mutex<[Issue]>([])

  static func issue(_ issue: Issue) -> Issue? {
    let isOfTrait = issue.comments.contains { $0.rawValue.contains("taken.yml: ") }
    if isOfTrait { issues.withLock { $0.append(issue) } }
    return isOfTrait ? nil : issue
  }

  static func of(_ scenario: String) -> [Issue] {
    issues.withLock { $0.filter { $0.comments.contains { $0.rawValue.hasPrefix(scenario) } } }
  }
}

/// Programs in place of `rehearse`, which answer as they are given.
private enum Stand {
  static let folder = Result { try ScratchFolder() }

  static func trait(
    _ scenario: String, status: Int32, _ word: String, _ summary: String, judgement: String = "",
    line: Int = #line
  ) -> RehearsedTrait {
    var rehearsal = Rehearsal(
      check: CheckCall(scenario: scenario), testFile: #filePath,
      sourceLocation: SourceLocation(
        fileID: #fileID, filePath: #filePath, line: line, column: 1))
    do {
      let folder = try folder.get()
      let page = try folder.add("\(scenario)-7/report.html", "<title>\(summary)</title>")
      let program = try folder.addScript(
        scenario,
        """
        echo "$1" >> '\(folder.file("\(scenario).calls"))'
        [ "$1" = report ] && echo '{"report": "\(page)"}' && exit
        echo '[{"status": "\(word)", "summary": "\(summary)", "warnings": [],
          "judgement": {"outcome": "\(word)"\(judgement)}, "experiment": {"number": 7}}]'
        exit \(status)
        """)
      rehearsal.search = ExecutableSearch(environment: ["REHEARSE_EXECUTABLE": program.string])
      rehearsal.turn = MeasuringTurn(file: folder.file("lock"))
    } catch {
      Issue.record(error)
    }
    return RehearsedTrait(rehearsal: rehearsal)
  }

  static func calls(_ scenario: String) throws -> String {
    try folder.get().text(of: "\(scenario).calls")
  }
}

/// The trait as Swift Testing applies it: issues are taken from it before they fail this run.
@Suite(.compactMapIssues { Taken.issue($0) }) struct RehearsedTraitTests {
  private static let regression = "Regressed: count: CPU time +37.1 % (35.0 to 39.2)."

  @Test(Stand.trait("worse-taken.yml", status: 2, "regression", regression, line: 12))
  func `a regression is an issue at the trait with its page`() throws {
    let issue = try #require(Taken.of("worse-taken.yml").first)
    #expect(issue.severity == .error)
    #expect(issue.sourceLocation?.line == 12)
    let page = try Stand.folder.get().file("worse-taken.yml-7/report.html")
    #expect(
      issue.comments.map(\.rawValue)
        == ["worse-taken.yml: \(Self.regression)\nThe page: \(page)"])
    #expect(try Stand.calls("worse-taken.yml") == "check\nreport\n")
  }

  @Test(Stand.trait("good-taken.yml", status: 0, "passed", "No regression."), arguments: 1...3)
  func `a test with arguments is rehearsed once`(_ number: Int) throws {
    #expect(Taken.of("good-taken.yml").isEmpty)
    #expect(try Stand.calls("good-taken.yml") == "check\n")
  }

  @Test(
    Stand.trait(
      "new-taken.yml", status: 0, "passed", "New, so there is nothing to compare with.",
      judgement: #", "newStories": {"names": ["count"], "areAll": true, "reason": ""}"#, line: 12))
  func `a pass that compares nothing is a warning at the trait`() throws {
    let issue = try #require(Taken.of("new-taken.yml").first)
    #expect(issue.severity == .warning && issue.sourceLocation?.line == 12)
    #expect(
      issue.comments.map(\.rawValue)
        == ["new-taken.yml: New, so there is nothing to compare with."])
    #expect(try Stand.calls("new-taken.yml") == "check\n")
  }

  @Suite(Stand.trait("suite-taken.yml", status: 3, "app-failed", "The app failed: count."))
  struct Rehearsed {
    @Test(arguments: 1...2) func `a suite is rehearsed once, before its tests`(_ number: Int) throws
    {
      let issue = try #require(Taken.of("suite-taken.yml").first)
      #expect(
        issue.comments.map(\.rawValue).first?.hasPrefix("suite-taken.yml: The app failed") == true)
      #expect(Taken.of("suite-taken.yml").count == 1)
      #expect(try Stand.calls("suite-taken.yml") == "check\nreport\n")
    }
  }
}
