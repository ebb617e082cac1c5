import SystemPackage

extension Launcher {
  /// Why the system refuses processes without address randomisation, as many containers do; nil
  /// where it allows them.
  public func refusalOfFixedAddresses(unless interruption: Interruption) -> Errno? {
    // Any program tells; this one is sure to be there.
    let probe = try? DriverProcess(
      [path.string], environment: [:], in: "/", launcher: self, interruption: interruption,
      patience: .seconds(1), settings: [.fixedAddresses])
    probe?.end(killing: true)
    return probe?.refusals.first?.errno
  }
}
