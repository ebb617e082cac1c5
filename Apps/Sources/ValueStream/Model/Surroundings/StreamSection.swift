/// A section of the stream: the steps from one on to where the next section begins.
///
/// The source maps process chains "with different sections of the process streams" (1). A section
/// that runs parallel begins together with the one before it; several such run all at the same time.
public struct StreamSection: Hashable, Sendable {
  /// The most sections of a map.
  public static let most = 200

  /// Its name.
  public let label: Label
  /// The position of its first step.
  public internal(set) var first: Int
  /// A Boolean value indicating whether it runs at the same time as the section before it.
  public internal(set) var isParallel: Bool
}

/// Sections follow their steps wherever edits of the line move those. Each keeps at least one step.
extension [StreamSection] {
  /// Makes room: a new step belongs to the section of the step before it.
  mutating func stepInserted(at position: Int) {
    for index in indices where self[index].first >= Swift.max(position, 1) {
      self[index].first += 1
    }
  }

  /// Closes up; `count` steps are left. A section that has lost its last step is gone.
  mutating func stepRemoved(at position: Int, leaving count: Int) {
    for index in indices where self[index].first > position { self[index].first -= 1 }
    dropEmpty(of: count)
  }

  /// Moves with a step, which joins the section of the step whose place it takes.
  mutating func stepMoved(from position: Int, to target: Int, of count: Int) {
    for index in indices {
      let first = self[index].first
      if position < first, first <= target {
        self[index].first -= 1
      } else if target < first, first <= position {
        self[index].first += 1
      }
    }
    dropEmpty(of: count)
  }

  /// Puts a section where it belongs; one that begins at the same step is replaced.
  mutating func put(_ section: StreamSection) {
    let index = firstIndex { $0.first >= section.first } ?? count
    if index < count, self[index].first == section.first {
      self[index] = section
    } else {
      insert(section, at: index)
    }
  }

  private mutating func dropEmpty(of count: Int) {
    var kept: [StreamSection] = []
    for index in indices {
      let end = index + 1 < self.count ? self[index + 1].first : count
      if self[index].first < end {
        kept.append(self[index])
      } else if index + 1 < self.count, !self[index].isParallel {
        // What ran beside the section that is gone does not run beside the one before that.
        self[index + 1].isParallel = false
      }
    }
    self = kept
    if first?.first == 0 { self[0].isParallel = false }
  }
}
