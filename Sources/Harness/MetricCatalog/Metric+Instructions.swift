extension Metric {
  /// All that count instructions.
  public static let instructionCounts: [Metric] = [.instructions, .hardwareInstructions]

  /// Whether it counts instructions.
  public var isInstructionCount: Bool { Self.instructionCounts.contains(self) }
}
