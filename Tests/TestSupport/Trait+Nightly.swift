import Foundation
public import Testing

/// Whether to run all tests, or only those that every commit needs.
///
/// `make test` leaves out tests that take seconds of CPU time and are partly covered by cheaper
/// ones; `.ci/nightly` and `make test NIGHTLY=1` leave out nothing. Tests named with `make test
/// FILTER=NameTests` run in full.
public enum Nightly {
  /// A Boolean value indicating whether all tests run.
  public static let isOn = ProcessInfo.processInfo.environment["NIGHTLY"] != nil
}

extension Trait where Self == ConditionTrait {
  /// Only runs at night: see ``Nightly``.
  public static var nightly: Self { .enabled(if: Nightly.isOn, "'make test NIGHTLY=1' has it run") }
}
