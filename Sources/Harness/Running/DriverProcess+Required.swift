import Recording

extension DriverProcess {
  /// Makes sure that settings without which a run means nothing are in force.
  /// - Throws: ``RunFailure`` with the reason `notMeasured`.
  func require(_ settings: [LaunchSetting]) throws(RunFailure) {
    let names = settings.compactMap(\.name)
    guard let refusal = refusals.first(where: { names.contains($0.name) }) else { return }
    throw .notMeasured(refusal.name.refusal(of: "the driver", refusal.errno))
  }
}
