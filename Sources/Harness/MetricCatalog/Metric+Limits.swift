extension Metric {
  /// The page, in the repository, that tells of every metric what it can not show.
  public static let limitsPage = "Docs/limits.md"

  /// A difference up to this, in base units, is no finding however sure it is: the kernel maps pages of
  /// files around a fault as it sees fit, so copies of one program differ by some pages of resident
  /// memory, and by some events of a kind that are few. 0 for what has no such grain.
  public var absoluteFloor: Double {
    switch self {
    case .peakMemory, .lowestMemory, .otherMemory, .treePeakMemory, .treePeakCharged: 65_536
    case .minorFaults, .majorFaults, .voluntarySwitches, .involuntarySwitches: 10
    default: 0
    }
  }
}
