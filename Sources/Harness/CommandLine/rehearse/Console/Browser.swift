import CommandSupport
import Foundation
import Programs
import SystemPackage

/// The browser that the desktop prefers.
enum Browser {
  private static let opener = "xdg-open"
  /// Enough for it to fail. It may also go on for as long as the browser is open, which nobody waits for.
  private static let patience = 5.0

  /// Opens a page; if that is impossible, says so.
  static func open(_ page: FilePath) {
    guard let program = SearchPath.own.program(opener) else {
      return Console.warn(
        "note: The page can't be opened: there is no program '\(opener)' in PATH (Debian: xdg-utils)."
      )
    }
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.string)
    process.arguments = [folder.pushing(page).string]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      return Console.warn(
        "note: The page can't be opened: '\(program)' does not start: \(error.localizedDescription)"
      )
    }
    guard ended.wait(timeout: .now() + patience) == .success, process.terminationStatus != 0 else {
      return
    }
    Console.warn(
      "note: The page can't be opened: '\(opener)' exited with status \(process.terminationStatus)."
    )
  }
}
