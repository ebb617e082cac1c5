import TestSupport
import Testing

/// The inventory's driver in Objective-C, made once.
enum ObjectiveCDriver {
  static let folder = Repository.path("Apps/Drivers/inventory-driver-objc")

  private static let made = Result {
    try Completion.of(["make", "-s", "-C", folder], environment: ["CI": "true"])
  }

  /// The program's path.
  /// - Throws: fails the test, in the compiler's words, where it can't be made; skipping would hide it.
  static func path() throws -> String {
    let completion = try made.get()
    try #require(completion.status == 0, "\(completion.errors)")
    return Repository.path(".build/objc/inventory-driver-objc")
  }
}
