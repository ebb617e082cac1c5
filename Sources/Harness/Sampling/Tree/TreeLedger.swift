/// Adds up what the processes of a tree have used, those that have ended included.
///
/// What a process used goes, once it is waited for, into its parent's counters for descendants:
/// exactly in the kernel, shown in clock ticks. So the cost of a vanished process is credited to its
/// nearest ancestor, until that one's counters include it: nothing is counted twice, and nothing that
/// was seen is lost, neither to ticks nor to parents that never wait.
///
/// Every round notes all processes, each parent's counters before any child's, else a child
/// that is waited for in between would be counted twice.
struct TreeLedger {
  private struct ProcessEntry {
    var parent: ProcessKey?
    /// The use of the process itself and the descendants that it waited for.
    var used: TreeCounters
    /// The counters into which the kernel puts a descendant that is waited for.
    var absorbing: TreeCounters
    /// By how much they grew in this round.
    var gained = TreeCounters()
    /// The cost of descendants that are gone, as long as the counters don't show it.
    var credit = TreeCounters()
  }

  private var entries: [ProcessKey: ProcessEntry] = [:]
  private var retired = TreeCounters()
  /// A Boolean value indicating whether anything may be credited: mostly nothing is, and then a
  /// round is closed for nothing.
  private var hasCredit = false

  /// Notes the counters of a process that is there.
  mutating func note(
    _ key: ProcessKey, parent: ProcessKey?, used: TreeCounters, absorbing: TreeCounters
  ) {
    guard var entry = entries[key] else {
      entries[key] = ProcessEntry(parent: parent, used: used, absorbing: absorbing)
      return
    }
    entry.parent = parent
    entry.used = used
    entry.gained = absorbing - entry.absorbing
    entry.absorbing = absorbing
    entries[key] = entry
  }

  /// Ends a round.
  /// - Parameter gone: the processes that are not there any more.
  mutating func close(gone: [ProcessKey]) {
    for key in gone {
      guard let entry = entries[key] else { continue }
      let cost = entry.used + entry.credit
      if let ancestor = ancestor(of: entry, amongThoseNotIn: gone) {
        credit(cost, to: ancestor)
      } else {
        retired = retired + cost
      }
    }
    for key in gone { entries[key] = nil }
    settle()
  }

  /// Takes off what is credited to how much the counters grew.
  private mutating func settle() {
    guard hasCredit else { return }
    hasCredit = false
    for (key, entry) in entries {
      let credit = (entry.credit - entry.gained).orZero
      entries[key]?.credit = credit
      entries[key]?.gained = TreeCounters()
      hasCredit = hasCredit || credit != TreeCounters()
    }
  }

  private mutating func credit(_ cost: TreeCounters, to ancestor: ProcessKey) {
    guard let credit = entries[ancestor]?.credit else { return }
    entries[ancestor]?.credit = credit + cost
    hasCredit = true
  }

  private func ancestor(of entry: ProcessEntry, amongThoseNotIn gone: [ProcessKey]) -> ProcessKey? {
    var parent = entry.parent
    while let key = parent, let ancestor = entries[key] {
      if !gone.contains(key) { return key }
      parent = ancestor.parent
    }
    return nil
  }

  /// The use of all of them.
  var total: TreeCounters {
    entries.values.reduce(retired) { $0 + $1.used + $1.credit }
  }
}
