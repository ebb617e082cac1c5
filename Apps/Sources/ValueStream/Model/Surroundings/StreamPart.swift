/// A part of a map with totals of its own: a section, or the steps before the first one.
public struct StreamPart: Hashable, Sendable {
  /// The section's name; nil for steps that belong to none.
  public let name: String?
  /// The positions of its steps.
  public let positions: Range<Int>
  /// A Boolean value indicating whether it runs at the same time as the part before it.
  public let isParallel: Bool
  /// When its first step begins, from the beginning of the map.
  public let begins: Minutes
  /// The sum of its steps.
  public let totals: Totals
}

extension StreamMap {
  /// The parts, in order: O(s log n) for s sections and n steps. A map without sections is one part,
  /// an empty map none.
  public var parts: [StreamPart] {
    let sections = surroundings.sections
    guard !stickers.isEmpty else { return [] }
    let starts = sections.map(\.first)
    let hasHead = starts.first != 0
    let ranges = zip(
      (hasHead ? [0] : []) + starts, starts.dropFirst(hasHead ? 0 : 1) + [stickers.count])
    var parts: [StreamPart] = []
    var before = Totals.none
    // The group of parallel parts: when it begins and how long the longest of them takes.
    var group = (begins: Minutes.zero, longest: Minutes.zero)
    for (index, (first, end)) in ranges.enumerated() {
      let section = hasHead ? (index == 0 ? nil : sections[index - 1]) : sections[index]
      let sum = stickers.totals(before: end)
      let totals = sum - before
      before = sum
      let isParallel = section?.isParallel ?? false
      if !isParallel { group = (group.begins + group.longest, .zero) }
      group.longest = max(group.longest, totals.leadTime)
      parts.append(
        StreamPart(
          name: section?.label.text, positions: first..<end, isParallel: isParallel,
          begins: group.begins, totals: totals))
    }
    return parts
  }

  /// The sum along the longest way: of parts that run at the same time the one that takes longest
  /// counts, of two equally long ones the first. All of ``totals`` where nothing runs parallel.
  ///
  /// Where streams meet, the lead time is that of the longest (M. Rother and J. Shook, Learning to
  /// See, 1999).
  public var longestWay: Totals {
    guard surroundings.sections.contains(where: \.isParallel) else { return totals }
    var sum = Totals.none
    var longest = Totals.none
    for part in parts {
      if !part.isParallel {
        sum = sum + longest
        longest = part.totals
      } else if part.totals.leadTime > longest.leadTime {
        longest = part.totals
      }
    }
    return sum + longest
  }

  /// From the beginning of the first step to the end of the last.
  public var leadTime: Minutes { longestWay.leadTime }
}
