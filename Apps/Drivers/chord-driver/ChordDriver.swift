import DriverKit

/// Serves the roofers' accounts to the harness.
@main
enum ChordDriver {
  static func main() { DriverKit.serve(ChordSession.self) }
}
