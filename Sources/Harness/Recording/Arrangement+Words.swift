extension Arrangement {
  /// What it was and, where it was not the best, why not and what that costs, in one sentence.
  ///
  /// The costs are standard deviations of a pair's CPU ratio, measured in 98,000 runs on a busy
  /// machine of two CPUs: 0.55 % in fine slices, 0.88 % in the kernel's own, 6.8 % one after the
  /// other.
  public var description: String {
    switch self {
    case .duet(let shared):
      let crowding = shared.crowding.map { "; \($0.words)" } ?? ""
      guard let slice = shared.slice else {
        return "at once on CPU \(shared.cpu), in slices of the kernel's own length, because it "
          + "takes no other (Linux 6.12 and newer do): what differs by chance is about half as "
          + "much again" + crowding
      }
      return "at once on CPU \(shared.cpu), in slices of \(milliseconds(slice)) ms\(crowding)"
    case .backToBack(let reason):
      return "one after the other in random order, because \(reason.words): what differs by "
        + "chance is about twelve times as much as in a duet"
    }
  }

  /// Whether there is nothing to better about it.
  public var isBest: Bool {
    guard case .duet(let shared) = self else { return false }
    return shared.slice != nil && shared.crowding == nil
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds) / 1e6
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension Arrangement.Crowding {
  /// What it is, and what comes of it.
  var words: String {
    switch self {
    case .pair:
      "another Rehearse measured on that CPU too, since none was free, so each disturbed the other"
    case .harness:
      "there was no CPU beside for Rehearse itself on which no other Rehearse measured, so each "
        + "disturbed the other a little"
    }
  }
}

extension Arrangement.Reason {
  /// The reason, to stand after 'because'.
  public var words: String {
    switch self {
    case .scenario: "the scenario says 'duet: false'"
    case .gate: "a gate is on elapsed time or use over time, which a shared CPU would change"
    case .oneCPU: "Rehearse may use one CPU only, and needs one beside the pair's"
    case .asked: "'--arrangements' asks for it"
    case .refused(let what): what
    }
  }
}
