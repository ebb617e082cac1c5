/// Adds up what the processes of a tree have used, including those that have ended.
///
/// When a process is waited for, its usage moves into its parent's counters for descendants:
/// exactly in the kernel, but shown in clock ticks. So the cost of a vanished process is credited
/// to its nearest ancestor until that one's counters include it. Nothing is counted twice, and
/// nothing seen is lost to ticks or to parents that never wait.
///
/// Every round notes all processes, each parent's counters before its children's. Otherwise a child
/// that is waited for in between would be counted twice.
struct TreeLedger {
  private struct ProcessEntry {
    var parent: ProcessKey?
    /// The usage of the process and the descendants that it waited for.
    var used: TreeCounters
    /// The counters to which the kernel adds a descendant that was waited for.
    var absorbing: TreeCounters
    /// Their growth in this round.
    var gained = TreeCounters()
    /// The cost of vanished descendants that the counters don't show yet.
    var credit = TreeCounters()
  }

  private var entries: [ProcessKey: ProcessEntry] = [:]
  private var retired = TreeCounters()
  /// A Boolean value indicating whether there may be credit; mostly there is none, and ending a round is cheap.
  private var hasCredit = false

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
  /// - Parameter gone: the processes that no longer exist.
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

  /// Subtracts from the credit what the counters grew by.
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

  var total: TreeCounters { entries.values.reduce(retired) { $0 + $1.used + $1.credit } }
}
