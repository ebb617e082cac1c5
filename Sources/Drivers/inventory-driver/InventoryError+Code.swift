import DriverKit
import Inventory

/// The app's errors by name: `alreadyLent` is expected as `already-lent`.
extension InventoryError: CodedError {
  /// The case's name in lower case with hyphens.
  public var code: String {
    let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    return name.reduce(into: "") { code, letter in
      if letter.isUppercase { code += "-" }
      code += letter.lowercased()
    }
  }
}
