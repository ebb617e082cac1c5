import Foundation
import Programs
import Running
import Scenarios
import SystemPackage
import Tables

/// Checks of the files that requests name.
extension ScenarioFile {
  /// - Throws: `InvalidScenario` with the files that can't be read, else with the first fault of a file of data. Paths
  ///   with variables are left to the runs.
  func checkRequestFiles() throws(InvalidScenario) {
    let files = scenario.requestFiles.filter { VariableText.names(in: $0.path).isEmpty }
    let faults = files.compactMap { file in fault(of: file).map { (file: file, fault: $0) } }
    if !faults.isEmpty {
      let nodes = ScenarioNodes(of: text)
      throw InvalidScenario(
        file: path.string,
        problems: faults.map { file, fault in
          ScenarioProblem(
            nodes.position(of: file), "'\(file.key)' names '\(file.path)', which \(fault.reason)",
            allowed: "a file, by its path from the scenario's folder", suggestion: fault.suggestion)
        })
    }
    for file in files where file.key == "data" { try checkRows(of: file) }
  }

  /// The reason why a file can't be read, with the path that was probably meant; nil if it can.
  private func fault(of file: RequestFile) -> (reason: String, suggestion: String?)? {
    let path = place(of: file.path)
    let reason: String
    var suggestion: String?
    if !FileManager.default.fileExists(atPath: path.string) {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: path.removingLastComponent().string)
      suggestion = NearestName.of(path.lastComponent?.string ?? "", among: names ?? []).map {
        FilePath(file.path).removingLastComponent().appending($0).string
      }
      reason = "does not exist"
    } else if path.isFolder {
      reason = "is a folder"
    } else if let special = SpecialFile.first(in: path) {
      reason = "is \(special.kind)"
    } else if !FileManager.default.isReadableFile(atPath: path.string) {
      reason = "can't be read"
    } else {
      return nil
    }
    return (reason, suggestion)
  }

  /// Makes sure that a file of data is a table with rows.
  private func checkRows(of file: RequestFile) throws(InvalidScenario) {
    let name = path.removingLastComponent().pushing(FilePath(file.path)).string
    func fault(_ line: Int, _ column: Int, _ found: String, _ allowed: String) -> InvalidScenario {
      InvalidScenario(
        file: name,
        problems: [
          ScenarioProblem(TextPosition(line: line, column: column), found, allowed: allowed)
        ])
    }
    let bytes = FileManager.default.contents(atPath: place(of: file.path).string) ?? Data()
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw fault(1, 1, "this is not text in UTF-8", "a header and rows")
    }
    let table = try CSVTable(text, file: name) { fault($0.line, $0.column, $0.found, $0.allowed) }
    if table.rows.isEmpty { throw fault(1, 1, "there is only a header", "a header and rows") }
  }
}
