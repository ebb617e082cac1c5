import DriverKit
import FieldNotes
import Foundation
import NoteExchange
import SecretKeeping

/// Serves the field notes to the harness; `--device PORT` serves them to another driver, as a device in
/// a process of its own.
@main
enum FieldNotesDriver {
  static func main() {
    do {
      try DeviceProcess(arguments: CommandLine.arguments)?.awaitDriver()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(64)
    }
    DriverKit.serve(NotesSession.self)
  }
}

// The app's errors by name: `notReached` is expected as `not-reached`, and one of the keychain or of a
// note that is none by its own name.
extension NoteError: CodedError {
  /// Stable, lower case with hyphens.
  public var code: String {
    switch self {
    case .keychain(let error): error.code
    case .notAllowed(let fault): fault.code
    default: codeOfCase
    }
  }
}

extension KeychainError: CodedError {}

extension NoteFault: CodedError {}
