import Analysis
import Recording
import Statistics

extension Headline {
  /// Sentences about stories that were replayed in cycles, bad news first; empty if there were none.
  public static func retention(_ analysis: ExperimentAnalysis) -> [String] {
    let all = analysis.retentions
    let bad = all.filter { $0.verdict == .retains }.map(\.growth)
    let more = analysis.retentionDifferences.compactMap(\.sentence)
    let open = all.filter { $0.verdict == .inconclusive }.map(\.doubt)
    let kept = all.compactMap(\.slack) + all.flatMap(\.besides)
    let found = bad + more + open + kept
    let isClear = !all.isEmpty && bad.isEmpty && open.isEmpty && kept.isEmpty
    let judged = all.map(\.place)
    let others = analysis.cycleRuns.map { "\($0.story) on '\($0.build)'" }.uniqued
      .filter { !judged.contains($0) }
    if others.isEmpty {
      return isClear ? more + ["Nothing is retained by any of the cycles."] : found
    }
    return (isClear ? more + ["Nothing is retained by the cycles of \(named(judged))."] : found) + [
      "Not known: what the cycles of \(named(others)) retain. They did not all pass, or were too few."
    ]
  }
}

extension Retention {
  fileprivate var place: String { "\(story) on '\(build)'" }

  fileprivate var growth: String {
    let parts = [
      bytes.verdict == .retains ? "\(bytes.rate.words) B" : nil,
      blocks.verdict == .retains ? blocks.rate.counting("allocation") : nil,
    ].compactMap(\.self)
    return "Retains: \(place) holds \(parts.joined(separator: " and ")) more after each cycle "
      + "(\(bytes.cycles) cycles)."
  }

  fileprivate var doubt: String {
    let test = bytes.verdict == .inconclusive ? bytes : blocks
    return
      "Inconclusive: what \(place) holds after \(test.cycles) cycles is more than before, but did not grow "
      + "throughout. 'cycles: \(test.decidingCycles)' may decide."
  }

  /// The growth that the counted allocations do not explain; nil if there is none.
  fileprivate var slack: String? {
    guard let memory = growthElsewhere else { return nil }
    if memory.verdict == .inconclusive {
      return
        "Inconclusive: \(place) frees what it allocates, yet its memory is more after \(memory.cycles) cycles than "
        + "before. It did not grow throughout. 'cycles: \(memory.decidingCycles)' may decide."
    }
    return "\(place) retains nothing, yet its memory grows by \(memory.rate.words) B a cycle: the "
      + "allocator or a pool of threads keeps what was freed, free memory is in pieces, or the program maps "
      + "memory itself (mmap)."
  }

  /// The growth besides that of the driver's memory.
  fileprivate var besides: [String] {
    var sentences: [String] = []
    if let descriptors, descriptors.verdict == .retains {
      sentences.append(
        "\(place) has \(descriptors.rate.counting("open file descriptor")) more after each cycle.")
    }
    if let descriptors, descriptors.verdict == .inconclusive {
      sentences.append(
        "Inconclusive: \(place) has more open file descriptors after \(descriptors.cycles) "
          + "cycles than before, but did not open more throughout. "
          + "'cycles: \(descriptors.decidingCycles)' may decide.")
    }
    if descriptors == nil {
      sentences.append(
        "Not known: whether \(place) leaves file descriptors open. They could not be counted after each cycle."
      )
    }
    for (service, memory) in services.sorted(by: { $0.key < $1.key }) {
      switch memory.verdict {
      case .retains:
        sentences.append(
          "The service '\(service)' grows by \(memory.rate.words) B a cycle in \(place). Its allocations are not "
            + "counted, so it may have freed them.")
      case .inconclusive where memory.isOfGrowingMemory:
        sentences.append(
          "Inconclusive: the service '\(service)' holds more after \(memory.cycles) cycles of \(place) than "
            + "before, but did not grow throughout. 'cycles: \(memory.decidingCycles)' may decide.")
      case .inconclusive, .bounded, .flat: break
      }
    }
    return sentences
      + unreadServices.map {
        "Not known: whether the service '\($0)' grows in \(place). Its memory could not be read after each cycle."
      }
  }
}

extension RetentionDifference {
  /// Nil if neither is shown to retain more than the other.
  fileprivate var sentence: String? {
    guard let bytes, bytes.lowerBound > 0 || bytes.upperBound < 0 else { return nil }
    let isMore = bytes.lowerBound > 0
    let ends = [abs(bytes.lowerBound), abs(bytes.upperBound)].sorted()
    let amount = ends.map { NumberFormat.plain.string(for: $0) }
    let words = amount[0] == amount[1] ? amount[0] : "\(amount[0]) to \(amount[1])"
    return "\(candidate.story): '\(candidate.build)' retains \(words) B a cycle "
      + "\(isMore ? "more" : "less") than '\(baseline.build)'."
  }
}

extension Estimate {
  /// `1 allocation`, or `0.48 (0.45 to 0.51) allocations`.
  fileprivate func counting(_ noun: String) -> String {
    "\(words) \(noun)\(words == "1" ? "" : "s")"
  }

  /// `48`, or `0.48 (0.45 to 0.51)` if it is not exact.
  fileprivate var words: String {
    let format = format()
    let text = format.string(for: point)
    return lower == upper
      ? text : "\(text) (\(format.string(for: lower)) to \(format.string(for: upper)))"
  }
}
