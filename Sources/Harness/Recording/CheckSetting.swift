/// What a build's configuration and flags ask of the compiler, as far as its safety checks go.
///
/// Builds are told apart by this, never by their names.
public struct CheckSetting: Sendable, Equatable, Codable {
  /// How the compiler optimises.
  public var optimisation: Optimisation
  /// Whether it checks bounds, overflow, preconditions and the like; nil where a flag decides on some
  /// of them, such as `-assert-config`.
  public var traps: Bool?
  /// Whether exclusive access to memory is checked while the program runs.
  public var exclusivity: Bool
  /// All other flags, in order: builds that differ in these differ in more than checks.
  public var otherFlags: [String]

  /// The compiler's levels.
  public enum Optimisation: String, Sendable, Codable, CaseIterable {
    /// -Onone.
    case none
    /// -O.
    case speed
    /// -Osize.
    case size
    /// -Ounchecked.
    case unchecked
  }

  /// A setting.
  public init(
    optimisation: Optimisation, traps: Bool?, exclusivity: Bool, otherFlags: [String] = []
  ) {
    self.optimisation = optimisation
    self.traps = traps
    self.exclusivity = exclusivity
    self.otherFlags = otherFlags
  }
}
