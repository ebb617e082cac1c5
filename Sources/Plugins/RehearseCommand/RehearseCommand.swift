import Foundation
import PackagePlugin

/// `swift package rehearse …`: calls the installed `rehearse` with the same arguments.
///
/// It decides nothing and builds nothing: output and status are the executable's, as far as the
/// package manager passes a status on. Paths are relative to the package's folder.
@main
struct RehearseCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = executable()
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let (reason, status) = (process.terminationReason, process.terminationStatus)
    if reason != .exit {
      Diagnostics.error("rehearse was ended by signal \(status).")
    } else if status != 0 {
      // The package manager ends with its own status, so this one is reported in words.
      Diagnostics.error("rehearse ended with status \(status): \(meaning(of: status)).")
    }
  }

  /// The program named by REHEARSE_EXECUTABLE, or the first in PATH. `RehearseTesting` does the
  /// same, but a plugin can't import it.
  private func executable() -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["REHEARSE_EXECUTABLE"], !given.isEmpty {
      guard FileManager.default.isExecutableFile(atPath: given) else {
        refuse("REHEARSE_EXECUTABLE is '\(given)', which is not a program")
      }
      return URL(fileURLWithPath: given)
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/rehearse"
      if FileManager.default.isExecutableFile(atPath: path) { return URL(fileURLWithPath: path) }
    }
    refuse(
      "'rehearse' was not found: REHEARSE_EXECUTABLE is not set, and no folder of PATH has it")
  }

  /// Ends with what is missing, and what to do.
  private func refuse(_ reason: String) -> Never {
    Diagnostics.error(
      "\(reason). To install it: 'make build install PREFIX=~/.local' in a clone of Rehearse, then add "
        + "~/.local/bin to PATH.")
    exit(1)
  }

  private func meaning(of status: Int32) -> String {
    switch status {
    case 2: "a regression"
    case 3: "the app failed, or a revision did not build"
    case 4: "inconclusive"
    case 5: "no baseline, or not comparable"
    case 64: "wrong usage"
    case 130: "interrupted"
    default: "it failed"
    }
  }
}
