import TestSupport
import Testing

/// A driver in Objective-C, made once.
enum ObjectiveCDriver: String, CaseIterable {
  case inventory
  case sorting

  /// The folder of its Makefile.
  var folder: String { Repository.path("Apps/Drivers/\(rawValue)-driver-objc") }

  private static let made = Dictionary(
    uniqueKeysWithValues: allCases.map { driver in
      (
        driver,
        Result {
          try Completion.of(["make", "-s", "-C", driver.folder], environment: ["CI": "true"])
        }
      )
    })

  /// The program's path.
  /// - Throws: fails the test, in the compiler's words, where it can't be made; skipping would hide it.
  func path() throws -> String {
    let completion = try #require(Self.made[self]).get()
    try #require(completion.status == 0, "\(completion.errors)")
    let folder = self == .sorting ? "objc/sorting-O3" : "objc"
    return Repository.path(".build/\(folder)/\(rawValue)-driver-objc")
  }
}
