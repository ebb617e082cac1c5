import Testing

@testable import Sampling

/// What is counted when processes end, told as a series of rounds; every number is a CPU time.
@Suite struct TreeLedgerTests {
  private let root = ProcessKey(pid: 1, startTicks: 10)
  private let child = ProcessKey(pid: 2, startTicks: 20)
  private let grandchild = ProcessKey(pid: 3, startTicks: 30)
  private var ledger = TreeLedger()

  /// A process's own time, and that of those it waited for.
  private mutating func note(
    _ key: ProcessKey, below parent: ProcessKey?, own: Int64, waitedFor: Int64 = 0
  ) {
    ledger.note(
      key, parent: parent, used: TreeCounters(cpu: own + waitedFor),
      absorbing: TreeCounters(cpu: waitedFor))
  }

  private mutating func total(gone: ProcessKey...) -> Int64 {
    ledger.close(gone: gone)
    return ledger.total.cpu
  }

  @Test mutating func `the time of a child that was waited for is counted once and exactly`() {
    note(root, below: nil, own: 100)
    note(child, below: root, own: 33)
    #expect(total() == 133)
    note(root, below: nil, own: 101, waitedFor: 40)
    #expect(total(gone: child) == 141)
  }

  @Test
  mutating func `a child that vanishes before its parent's counters show it is still counted`() {
    note(root, below: nil, own: 100)
    note(child, below: root, own: 33)
    #expect(total() == 133)
    note(root, below: nil, own: 100)
    #expect(total(gone: child) == 133)
    note(root, below: nil, own: 100, waitedFor: 40)
    #expect(total() == 140)
  }

  @Test mutating func `rounding down to ticks loses no time and adds none later`() {
    note(root, below: nil, own: 100)
    note(child, below: root, own: 19)
    #expect(total() == 119)
    note(root, below: nil, own: 100, waitedFor: 10)
    #expect(total(gone: child) == 119)
    // A second one that nobody saw brings the rest of the first along.
    note(root, below: nil, own: 100, waitedFor: 30)
    #expect(total() == 130)
  }

  @Test mutating func `a parent that never waits loses no observed time`() {
    note(root, below: nil, own: 100)
    note(child, below: root, own: 33)
    #expect(total() == 133)
    note(root, below: nil, own: 110)
    #expect(total(gone: child) == 143)
    note(root, below: nil, own: 120)
    #expect(total() == 153)
  }

  @Test mutating func `a grandchild's time goes with its parent's into the counters of the root`() {
    note(root, below: nil, own: 100)
    note(child, below: root, own: 10)
    note(grandchild, below: child, own: 20)
    #expect(total() == 130)
    note(root, below: nil, own: 100, waitedFor: 35)
    #expect(total(gone: child, grandchild) == 135)
  }

  @Test mutating func `an orphan's time stays if a process outside of the tree waits for it`() {
    note(root, below: nil, own: 100)
    note(grandchild, below: nil, own: 20)
    #expect(total() == 120)
    note(root, below: nil, own: 100)
    #expect(total(gone: grandchild) == 120)
  }

  @Test mutating func `a reused pid counts as another process`() {
    let again = ProcessKey(pid: child.pid, startTicks: 99)
    note(root, below: nil, own: 100)
    note(child, below: root, own: 20)
    #expect(total() == 120)
    note(root, below: nil, own: 100, waitedFor: 20)
    note(again, below: root, own: 1)
    #expect(total(gone: child) == 121)
  }

  @Test mutating func `the time that a root used before counts from the start`() {
    note(root, below: nil, own: 100, waitedFor: 1000)
    #expect(total() == 1100)
    note(root, below: nil, own: 101, waitedFor: 1000)
    #expect(total() == 1101)
  }
}
