import DriverKit
import ValueStream

// The app's errors by name: `nameTaken` is expected as `name-taken`. Cases without values are
// named here (see `CodedError.codeOfCase`).

extension MapError: CodedError {
  /// The case's name in lower case with hyphens.
  public var code: String {
    switch self {
    case .nothingFocused: "nothing-focused"
    case .nothingToUndo: "nothing-to-undo"
    case .nothingToRedo: "nothing-to-redo"
    default: codeOfCase
    }
  }
}

extension LibraryError: CodedError {
  /// The case's name in lower case with hyphens.
  public var code: String {
    switch self {
    case .nameEmpty: "name-empty"
    default: codeOfCase
    }
  }
}

extension ViewError: CodedError {}

extension ExportError: CodedError {}
