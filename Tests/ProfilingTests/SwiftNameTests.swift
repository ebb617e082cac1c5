import Foundation
import Testing

@testable import Profiling

@Suite struct SwiftNameTests {
  @Test func scratch() throws {
    for line in try String(contentsOfFile: "/tmp/explain/syms.txt", encoding: .utf8).split(separator: "\n") {
      let name = SwiftName(mangled: String(line))
      print("NAME \(name?.module ?? "-") | \(name?.name ?? "-")")
    }
    print("END")
  }
}
