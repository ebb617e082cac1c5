import Foundation
import Fuzzing
import Testing

/// What was found by fuzzing, and what leads there, is read with every test run.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `no input of the corpus crashes a reader, and good inputs are accepted`(_ target: FuzzTarget)
    async throws
  {
    // A trap ends the process, so it is one of its own.
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [target] in
      for file in try CorpusTests.inputs(of: target) {
        FileHandle.standardError.write(Data("\(file.lastPathComponent)\n".utf8))
        let isTaken = target.run(Array(try Data(contentsOf: file)))
        // Fuzzing finds little behind inputs that are all refused at the door.
        #expect(
          isTaken || !file.lastPathComponent.hasPrefix("good-"),
          "\(file.lastPathComponent) is refused")
      }
    }
    let names = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let count = try Self.inputs(of: target).count
    #expect(count > 5, "there is no corpus")
    #expect(names.split(separator: "\n").count == count, "the last name is the culprit's: \(names)")
  }

  static func inputs(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(components: "Corpus", target.rawValue),
      includingPropertiesForKeys: nil
    ).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
