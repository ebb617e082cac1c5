import AppPages
import ChordAccounting
import DriverKit

// The app's errors by name: `posTaken` is expected as `pos-taken`.

extension AccountingError: CodedError {}

extension DictionaryError: CodedError {}

extension MailError: CodedError {}

extension ExportError: CodedError {}
