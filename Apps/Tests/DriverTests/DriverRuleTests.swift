import Foundation
import SystemPackage
import TestSupport
import Testing

/// `rehearse driver check` of the apps' drivers, by the rehearse that was built beside them.
@Suite struct DriverRuleTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The rules that a driver does not keep, by their names, and how many there are.
  private func check(_ words: [String]) throws -> (unkept: [String: String], count: Int) {
    let completion = try Completion.of(
      [BuiltProducts.rehearse, "driver", "check", "--json"] + words, in: folder.path)
    let document = try JSONSerialization.jsonObject(with: Data(completion.output.utf8))
    let rules = try #require(
      (document as? [String: Any])?["rules"] as? [[String: Any]], "\(completion.errors)")
    let states = rules.map { ($0["rule"] as? String ?? "", $0["state"] as? String ?? "") }
    let unkept = Dictionary(uniqueKeysWithValues: states).filter { $0.value != "ok" }
    #expect((completion.status == 0) == unkept.isEmpty)
    return (unkept, rules.count)
  }

  private static let scenarios = Repository.path("Scenarios")

  @Test(arguments: [
    ["sorting-driver", "--verb", "sort", "--arguments", "{ algorithm: heap }"],
    [
      "inventory-driver", "--scenario", "\(scenarios)/inventory.yml", "--fixture",
      "{ devices: 20, users: 4, loans: 3, seed: 1 }", "--verb", "about",
    ],
    [
      "value-stream-driver", "--scenario", "\(scenarios)/value-stream.yml", "--fixture",
      "{ files: 3, stickers: 5, map: 5, large-map: 5, seed: 1 }", "--verb", "list",
    ],
    [
      "day-counter-driver", "--scenario", "\(scenarios)/day-counter.yml", "--story",
      "days-and-record",
    ],
    [
      "chord-driver", "--scenario", "\(scenarios)/chord.yml", "--fixture",
      "{ entries: 20, projects: 3, activities: 5, photos: 1, seed: 1 }", "--verb", "search",
      "--arguments", "{ text: felt }",
    ],
    [
      "field-notes-driver", "--scenario", "\(scenarios)/field-notes.yml", "--fixture",
      "{ things: 20, tags: 3, file-bytes: 100, seed: 1 }", "--verb", "list",
    ],
  ])
  func `a Swift driver keeps every rule`(_ words: [String]) throws {
    let found = try check(words.dropFirst() + [BuiltProducts.path(of: words[0]).string])
    #expect(found.unkept == [:] && found.count == 15)
  }

  @Test(arguments: [
    (
      ObjectiveCDriver.inventory,
      [
        "--scenario", "\(scenarios)/inventory-languages.yml", "--fixture",
        "{ devices: 200, users: 4, loans: 3, seed: 1 }", "--verb", "about",
      ]
    ),
    (.sorting, ["--verb", "sort", "--arguments", "{ algorithm: heap }"]),
  ])
  func `a driver in Objective-C keeps every rule`(
    _ driver: ObjectiveCDriver, _ words: [String]
  ) throws {
    let found = try check(words + [driver.path()])
    #expect(found.unkept == [:] && found.count == 15)
  }
}
