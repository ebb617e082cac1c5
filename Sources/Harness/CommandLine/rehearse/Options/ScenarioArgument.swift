import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Foundation
import Scenarios

/// The scenario file of a command that may be called without one.
struct ScenarioArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The scenario file. Default: 'scenario' in rehearse.yml.", valueName: "scenario"))
  var given: String?

  /// The given file, or that of the settings.
  /// - Throws: as ``checked(_:)`` does.
  var path: String {
    get throws { try Self.checked(given) }
  }

  /// Returns the given file, or that of the settings.
  /// - Throws: `ValidationError` if neither names one; `Refusal` if the settings can't be used, or name a file
  ///   that does not exist.
  static func checked(_ given: String?) throws -> String {
    if let given { return given }
    try Settings.check()
    let held = try Settings.current.get().held.first { $0.setting.key == Setting.scenario.key }
    guard let held, let path = held.text else {
      throw ValidationError(
        "Missing expected argument '<scenario>'. 'scenario:' in rehearse.yml names one for the folder."
      )
    }
    guard FileManager.default.fileExists(atPath: path) else {
      throw Refusal.toolFailed(
        "\(held.origin.words): 'scenario' is '\(path)', which does not exist; allowed: a scenario file."
      )
    }
    return path
  }

  /// Returns the arguments that replace the setting, so that a resumed call uses the same file.
  static func settled(_ given: String?) -> [String] {
    given == nil ? [Settings.text(of: .scenario)].compactMap(\.self) : []
  }
}
