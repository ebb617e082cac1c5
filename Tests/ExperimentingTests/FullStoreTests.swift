import Foundation
import Recording
import Testing

@testable import Experimenting

/// What is said when a result can't be stored.
struct FullStoreTests {
  private func words(_ arguments: [String]) -> String {
    let call = Invocation(
      id: UUID(), arguments: arguments, folder: "/here", scenario: "/here/s.yml", part: 1, parts: 1)
    return Refusal.notStored(2, of: call, Fault()).description
  }

  @Test func `the command to resume names the store as the call did`() {
    let kept = "The disk is full. What was stored before is kept"
    let later = "\(kept); once the store can be written again, 'rehearse resume 2"
    #expect(words(["run", "s.yml"]) == "\(later)' measures the rest.")
    #expect(
      words(["run", "s.yml", "--store", "a b.sqlite", "--seed", "7"])
        == "\(later) --store 'a b.sqlite'' measures the rest.")
    #expect(
      words(["run", "--store=c.sqlite", "s.yml"])
        == "\(later) --store=c.sqlite' measures the rest.")
    #expect(Refusal.notStored(2, of: nil, Fault()).description == "\(kept), as experiment 2.")
  }
}

private struct Fault: Error, CustomStringConvertible {
  let description = "The disk is full."
}
