import AppPages
import DriverKit
import ValueStream

// The app's errors by name: `nameTaken` is expected as `name-taken`.

extension MapError: CodedError {}

extension LibraryError: CodedError {}

extension ViewError: CodedError {}

extension ExportError: CodedError {}
