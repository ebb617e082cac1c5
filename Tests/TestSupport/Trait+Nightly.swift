import Foundation
public import Testing

/// Whether all is tested, or what a commit waits for.
///
/// `make test` leaves out what takes seconds of CPU time to show what cheaper tests show in part; `.ci/nightly`
/// and `make test NIGHTLY=1` leave out nothing. Who names tests, by `make test FILTER=NameTests`, gets them whole.
public enum Nightly {
  /// A Boolean value indicating whether all is tested.
  public static let isOn = ProcessInfo.processInfo.environment["NIGHTLY"] != nil
}

extension Trait where Self == ConditionTrait {
  /// Left to the night: ``Nightly``.
  public static var nightly: Self { .enabled(if: Nightly.isOn, "'make test NIGHTLY=1' has it run") }
}
