import DriverKit

/// Serves the value stream map to the harness.
@main
enum ValueStreamDriver {
  static func main() { DriverKit.serve(ValueStreamSession.self) }
}
