@testable import Exporting
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The page on exports leaves nothing out.
struct ExportPageTests {
  private let folder = PeerReaders.package.appending("Docs")

  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: folder.appending("reference/\(name)").string, encoding: .utf8)
  }

  @Test func `every export format has a row on its page`() throws {
    let page = try page("exports.md")
    for format in ExportFormat.allCases { #expect(page.contains("\n| `\(format.rawValue)` | ")) }
  }

  @Test func `every JSON schema is linked from its page`() throws {
    let page = try page("json.md")
    let schemas = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending("schemas").string)
    #expect(schemas.count > 10)
    for schema in schemas { #expect(page.contains("(../schemas/\(schema))"), "\(schema)") }
  }
}
