import DriverKit
import FieldNotes
import NoteExchange
import SecretKeeping

/// Serves the field notes to the harness.
@main
enum FieldNotesDriver {
  static func main() { DriverKit.serve(NotesSession.self) }
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
