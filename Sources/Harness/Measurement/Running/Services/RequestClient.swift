import DriverProtocol
import Programs
import Recording
import SystemPackage

/// The program that sends a scenario's requests: a driver that comes with Rehearse.
enum RequestClient {
  /// The words that start it: the program, and the variables that requests may name.
  /// - Throws: `RunFailure` if it is not installed.
  static func words(
    _ variables: [String: String], beside launcher: Launcher
  ) throws(RunFailure) -> [String] {
    let program = launcher.program(StepRequest.program)
    guard SearchPath.isProgram(program) else { throw .noClient }
    return [program.string] + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

extension RunFailure {
  /// The program that sends requests is not of this version, but answers by this name; nil if by none.
  static func otherClient(_ driver: String?) -> RunFailure {
    notMeasured(
      "The steps are requests, which \(StepRequest.driver) has to send, but what is installed answers as "
        + "'\(driver ?? "")'; install both in one version.")
  }

  /// The program that sends requests is not installed.
  fileprivate static var noClient: RunFailure {
    let name = StepRequest.program
    return RunFailure(
      reason: .notMeasured,
      message:
        "The steps are requests, which \(name) sends, and that is not installed. It is in the Debian "
        + "package \(name) and in the tarball; from the sources 'make install' installs it.")
  }
}
