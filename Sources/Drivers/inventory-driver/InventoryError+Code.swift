import DriverKit
import Inventory

/// The app's errors by name: `alreadyLent` is expected as `already-lent`.
extension InventoryError: CodedError {}
