import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage

/// Builds whose steps are commands.
extension DriverBuilder {
  /// Makes sure that every program of all steps' commands, in which the build's variables are resolved,
  /// exists before anything is measured.
  /// - Throws: ``BuildError``, or `CancellationError` if the task was cancelled.
  func host(_ commands: [StepCommand], of build: Build) async throws -> BuiltDriver {
    try await carryOut(build.making, of: build.name)
    let host = CommandHost(folder: folder.string, variables: build.variables)
    var (files, places): ([String: String], [String: FilePath]) = ([:], [:])
    for command in commands {
      // An empty variable leaves nothing of a word.
      if command.words.isEmpty {
        throw BuildError.noProgram(build: build.name, word: "", isThere: false)
      }
      for (place, word) in command.programWords.enumerated() {
        let resolved = VariableText.resolved(word, by: host.values)
        // Without a variable it names a copy in the run's folder. The story's hash knows data by their content, but
        // leaves out code, because that is measured.
        let namesFile = resolved != word || SourceFile.isCode(word)
        let path =
          place == 0
          ? try program(resolved, of: build)
          : namesFile ? Self.file(resolved, from: folder) : nil
        guard let path, files[word] == nil else { continue }
        files[word] = try Checksum(of: path, build: build.name).sha256
        // The system's programs, such as the shell, are no build's own: no 'make' overwrites them.
        let isOfBuild = resolved != word || word.contains("/") && !word.hasPrefix("/")
        if isOfBuild || path.starts(with: folder) { places[word] = path }
      }
    }
    let record = BuildRecord(name: build.name, recipe: build.recipe, files: files)
    var driver = BuiltDriver(record: record, commands: [host.words])
    driver.places = places
    return driver
  }

  private func program(_ word: String, of build: Build) throws(BuildError) -> FilePath {
    guard word.contains("/") else {
      guard let path = searchPath.program(word) else {
        // Something that people call from the folder above, as in a scenario written by 'rehearse init'.
        let near = ["./\(word)", "../\(word)"].first {
          SearchPath.isProgram(folder.pushing(FilePath($0)))
        }
        throw .noProgram(build: build.name, word: word, isThere: false, near: near)
      }
      return path
    }
    let path = folder.pushing(FilePath(word)).lexicallyNormalized()
    guard SearchPath.isProgram(path) else {
      if isUnmade(path, by: build.making) { throw unmade(word, of: build.name) }
      let isThere = FileManager.default.fileExists(atPath: path.string)
      throw .noProgram(build: build.name, word: word, isThere: isThere)
    }
    return path
  }
}
