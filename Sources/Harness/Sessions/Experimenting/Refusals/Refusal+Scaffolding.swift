import Recording
import SystemPackage

/// Refusals to make what a project needs.
extension Refusal {
  static func noPackage(_ folder: FilePath) -> Refusal {
    toolFailed(
      "There is no Package.swift in \(folder), so there is nothing that a driver in Swift could "
        + "call. '--kind command --command …' measures a program.")
  }

  /// Other packages can import nothing from this one.
  static func noLibrary(package: String, targets: [String], executables: [String]) -> Refusal {
    let library =
      targets.first.map {
        "Add one to 'products' in Package.swift, as in .library(name: \"\($0)\", targets: "
          + "[\"\($0)\"])"
      } ?? "Move what is to be measured out of \(executables.joined(separator: ", ")) into a "
      + "target and a library of its own"
    let program =
      executables.first.map {
        ", or measure the program: rehearse init --command '.build/release/\($0) …'."
      } ?? "."
    return toolFailed(
      "The package '\(package)' has no library product, so no driver can import it. "
        + library + program)
  }

  static let noDriverKit = toolFailed(
    "A driver in Swift needs DriverKit, and this program does not know where Rehearse's sources "
      + "are. Name a clone or its URL: rehearse init --rehearse ~/rehearse, or "
      + "--rehearse https://github.com/OWNER/rehearse, or set the variable REHEARSE to it. Nothing "
      + "was written.")

  /// The program is not in PATH, but here; `command` is what would find it.
  static func isHere(program: String, command: String) -> Refusal {
    toolFailed(
      "There is no program '\(program)' in PATH. It is here as './\(program)': rehearse init --command "
        + "\(ShellWords.line([command])). Nothing was written.")
  }

  static func noCommand(_ folder: FilePath, programs: [String]) -> Refusal {
    toolFailed(
      "Which command is to be measured? Name it as one would type it in \(folder): "
        + "rehearse init --command '\(programs.first ?? "./program") input.txt'."
        + (programs.count > 1
          ? " Others there: \(programs.dropFirst().prefix(8).joined(separator: ", "))." : ""))
  }
}
