import Foundation
public import SystemPackage
import Testing

extension PeerReaders {
  /// A file to read and its format, one that `Tests/Peers/read.py` knows.
  public struct Request {
    let words: [String: String]

    /// A file of a format, and, if any, a second one, which the reader compares with it.
    public static func file(_ path: FilePath, as format: String, other: FilePath? = nil) -> Request
    {
      var words = ["as": format, "file": path.string]
      words["other"] = other?.string
      return Request(words: words)
    }

    /// An XML document described by an XML Schema.
    public static func xml(_ path: FilePath, schema: FilePath) -> Request {
      Request(words: ["as": "xsd", "file": path.string, "schema": schema.string])
    }

    /// A JSON document described by a schema.
    public static func document(_ path: FilePath, schema: FilePath) -> Request {
      Request(words: ["as": "schema", "file": path.string, "schema": schema.string])
    }
  }

  /// The folder of this package.
  public static let package = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent()

  /// Returns what the readers found in each file, in order, with a single start of Python: starting
  /// takes longer than reading.
  public static func read(_ requests: [Request]) throws -> [Any] {
    let folder = try ScratchFolder()
    let list = try folder.add(
      "requests.json",
      String(
        decoding: try JSONSerialization.data(withJSONObject: requests.map(\.words)),
        as: UTF8.self))
    let script = package.appending("Tests/Peers/read.py").string
    let completion = try Completion.of([try program("python3"), script, list.string])
    try #require(completion.status == 0, "\(completion.errors)")
    let found = try JSONSerialization.jsonObject(with: Data(completion.output.utf8))
    let answers = try #require(found as? [Any])
    try #require(answers.count == requests.count, "\(answers.count) of \(requests.count)")
    return answers
  }
}
