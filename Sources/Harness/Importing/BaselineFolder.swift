import Foundation
import Recording

/// The folder of saved baselines, a file each.
public struct BaselineFolder: Sendable {
  /// Its path.
  public let path: String

  /// The folder at that path, whether it is there or not.
  public init(_ path: String) { self.path = path }

  /// A baseline's file.
  public func file(of name: String) -> String { "\(path)/\(name).json" }

  /// The baselines that are there, in order of their names; none where the folder is missing.
  /// - Throws: ``BaselineError`` where the folder can't be read.
  public func names() throws(BaselineError) -> [String] {
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { String($0.dropLast(".json".count)) }.sorted()
    } catch {
      throw .unreadable(file: path)
    }
  }

  /// A baseline.
  /// - Throws: ``BaselineError`` where there is none, or its file can't be used.
  public func baseline(_ name: String) throws(BaselineError) -> Baseline {
    let file = file(of: name)
    guard FileManager.default.fileExists(atPath: file) else {
      throw .missing(name, folder: path, known: try names())
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .unreadable(file: file)
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(Baseline.self, from: data)
    } catch let error as DecodingError {
      throw .damaged(file: file, DecodingProblem(error, in: data).description)
    } catch {
      throw .damaged(file: file, "\(error)")
    }
  }
}
