import Foundation
import Recording
import Scenarios
import SystemPackage

/// Builds that have services beside their driver.
extension DriverBuilder {
  /// Makes sure that the services' programs are there, before anything is measured, and notes their hashes.
  /// - Throws: ``BuildError``.
  func check(_ build: Build, made driver: BuiltDriver) throws(BuildError) -> BuiltDriver {
    if build.services.isEmpty { return driver }
    var values = build.variables
    values[VariableText.scenarioFolder] = (workingFolder ?? folder).string
    if case .steps = build.origin {
    } else {
      values[ServiceVariable.build] =
        FilePath(driver.commands[0][0]).removingLastComponent().string
    }
    var record = driver.record
    var files = record.files ?? [:]
    for service in build.services {
      for (place, word) in service.command.enumerated() {
        let resolved = VariableText.resolved(word, by: values)
        let name = "\(service.name): \(VariableText.resolved(word, by: build.variables))"
        if place == 0 {
          let program = try program(resolved, of: service.name, build.name)
          files[name] = try Checksum(of: program, build: build.name).sha256
        } else if let path = file(resolved) {
          files[name] = try Checksum(of: path, build: build.name).sha256
        }
      }
    }
    record.files = files
    var checked = BuiltDriver(record: record, commands: driver.commands, folder: driver.folder)
    checked.variables = build.variables
    return checked
  }

  private func program(
    _ word: String, of service: String, _ build: String
  ) throws(BuildError) -> FilePath {
    let path =
      word.contains("/")
      ? (workingFolder ?? folder).pushing(FilePath(word)).lexicallyNormalized() : search(word)
    guard let path, Self.isExecutable(path) else {
      throw .noService(build: build, service: service, program: word)
    }
    return path
  }

  /// The file that a whole word names, such as an interpreter's script; nil where it is none.
  private func file(_ word: String) -> FilePath? {
    let path = (workingFolder ?? folder).pushing(FilePath(word)).lexicallyNormalized()
    var isFolder = ObjCBool(false)
    let isThere = FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
    return isThere && !isFolder.boolValue ? path : nil
  }
}
