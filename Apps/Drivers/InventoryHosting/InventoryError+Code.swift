import DriverKit
import Inventory
import SecretKeeping

/// The app's errors by name: `alreadyLent` is expected as `already-lent`, and one of the keychain by
/// its own name.
extension InventoryError: CodedError {
  /// Stable, lower case with hyphens.
  public var code: String {
    if case .keychain(let error) = self { error.code } else { codeOfCase }
  }
}

extension KeychainError: CodedError {}
