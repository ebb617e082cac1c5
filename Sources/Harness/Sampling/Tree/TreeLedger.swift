/// Adds up what the processes of a tree have used, those that have ended included.
///
/// What a process used goes, once it is waited for, into its parent's counters for descendants:
/// exactly in the kernel, shown in clock ticks. So a process that was seen and is gone is owed by
/// its nearest ancestor until that one's counters have grown by as much: nothing is counted
/// twice, and nothing is lost that was seen, neither to ticks nor to parents that never wait.
///
/// Every round notes all processes, each parent's counters before any child's, else a child
/// that is waited for in between would be counted twice.
struct TreeLedger {
  private struct Entry {
    var parent: ProcessKey?
    /// What the process itself and the descendants it waited for used.
    var used: TreeCounters
    /// The counters into which the kernel puts a descendant that is waited for.
    var absorbing: TreeCounters
    /// By how much they grew in this round.
    var gained = TreeCounters()
    /// What descendants used that are gone, as long as the counters don't show it.
    var owed = TreeCounters()
  }

  private var entries: [ProcessKey: Entry] = [:]
  private var retired = TreeCounters()
  /// Whether anything may be owed: mostly nothing is, and then a round is closed for nothing.
  private var isOwed = false

  /// Notes the counters of a process that is there.
  mutating func note(
    _ key: ProcessKey, parent: ProcessKey?, used: TreeCounters, absorbing: TreeCounters
  ) {
    guard var entry = entries[key] else {
      entries[key] = Entry(parent: parent, used: used, absorbing: absorbing)
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
      let estate = entry.used + entry.owed
      if let heir = heir(of: entry, amongThoseNotIn: gone) {
        owe(estate, to: heir)
      } else {
        retired = retired + estate
      }
    }
    for key in gone { entries[key] = nil }
    settle()
  }

  /// Takes off what is owed by how much the counters grew.
  private mutating func settle() {
    guard isOwed else { return }
    isOwed = false
    for (key, entry) in entries {
      let owed = (entry.owed - entry.gained).orZero
      entries[key]?.owed = owed
      entries[key]?.gained = TreeCounters()
      isOwed = isOwed || owed != TreeCounters()
    }
  }

  private mutating func owe(_ estate: TreeCounters, to heir: ProcessKey) {
    guard let owed = entries[heir]?.owed else { return }
    entries[heir]?.owed = owed + estate
    isOwed = true
  }

  private func heir(of entry: Entry, amongThoseNotIn gone: [ProcessKey]) -> ProcessKey? {
    var parent = entry.parent
    while let key = parent, let ancestor = entries[key] {
      if !gone.contains(key) { return key }
      parent = ancestor.parent
    }
    return nil
  }

  /// What all of them have used.
  var total: TreeCounters {
    entries.values.reduce(retired) { $0 + $1.used + $1.owed }
  }
}
