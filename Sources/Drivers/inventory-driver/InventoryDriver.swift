import DriverKit

/// Serves the inventory app to the harness.
@main
enum InventoryDriver {
  static func main() { DriverKit.serve(InventorySession.self) }
}
