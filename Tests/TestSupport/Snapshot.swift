import Foundation
import Scenarios
public import SystemPackage
public import Testing

/// Compares a text with the one that was recorded for the test, so that a change of words is no change of tests.
///
/// The text is in `Snapshots/<Suite>/<name>.txt` of the test's target, and the suite has the name of the test's
/// file. If there is no such file, the test fails. `REHEARSE_RECORD_SNAPSHOTS=1` records texts instead of
/// comparing them.
/// - Parameters:
///   - text: without anything that differs between machines or runs, such as paths, times and versions.
///   - name: unique in the test's file, and a literal: `make lint` looks for it there.
///   - facts: what the test is about, such as numbers, verdicts and names. The text must have them in this order,
///     also when it is recorded: whoever records a text anew can't hide a wrong result.
///   - filePath: the test's file, by which the recorded text is found.
///   - sourceLocation: where failures are reported.
public func expectSnapshot(
  _ text: String, named name: String, stating facts: String..., filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  Snapshot(named: name, of: filePath).expect(text, stating: facts, at: sourceLocation)
}

/// Compares sentences, each a line of the file, with those that were recorded for the test.
public func expectSnapshot(
  _ sentences: [String], named name: String, stating facts: String...,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(!sentences.contains { $0.contains("\n") }, sourceLocation: sourceLocation)
  Snapshot(named: name, of: filePath).expect(
    sentences.map { $0 + "\n" }.joined(), stating: facts, at: sourceLocation)
}

/// The file with the text that was recorded for a test.
public struct Snapshot {
  /// Its path.
  public let file: FilePath

  /// A snapshot of a test, whose file's path is `…/Tests/<Target>/…/<Suite>.swift`.
  public init(named name: String, of test: String) {
    let test = FilePath(test)
    var target = test.removingLastComponent()
    while target.removingLastComponent().lastComponent?.string != "Tests",
      target.removeLastComponent()
    {}
    file = target.appending("Snapshots").appending(test.stem ?? "").appending("\(name).txt")
  }

  /// Returns the first difference between a text and the recorded one, in words; nil if they are equal.
  /// - Throws: `Missing` if none was recorded.
  public func difference(of text: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: file.string) else { throw Missing() }
    let recorded = try String(contentsOfFile: file.string, encoding: .utf8)
    return TextDifference.words(text, insteadOf: recorded)
  }

  /// Returns the first fact that a text does not have behind those before it.
  public static func missing(_ facts: [String], in text: String) -> String? {
    var rest = text[...]
    for fact in facts {
      guard let range = rest.firstRange(of: fact) else { return fact }
      rest = rest[range.upperBound...]
    }
    return nil
  }

  fileprivate func expect(_ text: String, stating facts: [String], at place: SourceLocation) {
    if let fact = Self.missing(facts, in: text) {
      Issue.record("'\(fact)' is missing, or not in this order:\n\(text)", sourceLocation: place)
    }
    do {
      if ProcessInfo.processInfo.environment["REHEARSE_RECORD_SNAPSHOTS"] == "1" {
        try record(text)
        print("Recorded \(file)")
      } else if let difference = try difference(of: text) {
        Issue.record("\(file), \(difference), in:\n\(text)", sourceLocation: place)
      }
    } catch {
      Issue.record("\(file): \(error)", sourceLocation: place)
    }
  }

  /// Writes a text in place of the recorded one.
  public func record(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try text.write(toFile: file.string, atomically: true, encoding: .utf8)
  }

  /// No text was recorded.
  public struct Missing: Error, CustomStringConvertible {
    /// The reason, and how to record one.
    public let description = "not recorded; REHEARSE_RECORD_SNAPSHOTS=1 records it"
  }
}
