/// Whether a run was disturbed, by the machine's counters alone.
public enum ContaminationVerdict: Sendable, Equatable {
  /// All counters were read, and none is beyond its limit.
  case undisturbed
  /// By these, the gravest first.
  case disturbed([ContaminationExcess])
  /// Nothing is beyond its limit, but something that counts could not be told; why.
  case unknown(reason: String)

  /// Whether the run was disturbed for certain.
  public var isDisturbed: Bool { severity > 0 }

  /// How many times its limit the gravest cause was; 0 where nothing is known to have disturbed.
  public var severity: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first?.severity ?? 0
  }

  /// The same of what came from outside for certain: by that alone runs are made again.
  public var severityFromOutside: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first { !$0.cause.mayBeOfRun }?.severity ?? 0
  }

  /// The same in words.
  public var words: String {
    switch self {
    case .undisturbed: "not disturbed"
    case .disturbed(let excesses): "disturbed: " + excesses.map(\.words).joined(separator: ", ")
    case .unknown(let reason): "not known to be disturbed: \(reason)"
    }
  }
}
