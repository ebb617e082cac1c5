import Foundation
import Recording
import Scenarios
import SystemPackage

extension DriverBuilder {
  /// Makes a build by its commands, if it has any, and finds the command that starts it.
  /// - Throws: ``BuildError``, or `CancellationError` where the task was cancelled.
  func made(
    _ words: [String], by making: [MakingCommand], build: String
  ) async throws -> BuiltDriver {
    try await carryOut(making, of: build)
    let word = words[0]
    let path = word.contains("/") ? folder.pushing(FilePath(word)) : search(word)
    guard let path, Self.isExecutable(path) else {
      if let path, !making.isEmpty, !FileManager.default.fileExists(atPath: path.string) {
        throw unmade(word, of: build)
      }
      throw BuildError.noExecutable(build: build, path: word)
    }
    // With more words the program may be an interpreter, whose hash says nothing of the build.
    let file = words.count == 1 ? try Checksum(of: path, build: build) : nil
    let files = words.count == 1 ? nil : try hashes(of: words, at: path, build)
    let checks = file == nil ? nil : try await checks(of: path, setting: nil, modules: nil)
    let recipe = making.map { $0.text } + [words.joined(separator: " ")]
    let record = BuildRecord(
      name: build, recipe: recipe.joined(separator: " && "), sha256: file?.sha256, files: files,
      size: file?.size, checks: checks)
    return BuiltDriver(record: record, commands: [[path.string] + words.dropFirst()])
  }

  /// Carries out the commands that make a build, one after the other.
  func carryOut(_ making: [MakingCommand], of build: String) async throws {
    for words in making.map(\.words) {
      let program =
        words[0].contains("/") ? folder.pushing(FilePath(words[0])) : search(words[0])
      guard let program, Self.isExecutable(program) else {
        throw BuildError.noMaker(build: build, program: words[0])
      }
      try await carryOut(program, Array(words.dropFirst()), in: folder, named: words, build)
    }
  }

  /// SHA-256 of the words that name files: an interpreter's script is what makes the build.
  private func hashes(
    of words: [String], at program: FilePath, _ build: String
  ) throws(BuildError) -> [String: String] {
    var hashes = [words[0]: try Checksum(of: program, build: build).sha256]
    for word in words.dropFirst() {
      let path = folder.pushing(FilePath(word))
      guard Self.isFile(path) else { continue }
      hashes[word] = try Checksum(of: path, build: build).sha256
    }
    return hashes
  }

  private static func isFile(_ path: FilePath) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// Makes sure that the commands of a later build did not write over an earlier one: both would be
  /// measured as the same program.
  /// - Throws: ``BuildError/overwritten(build:path:)``.
  func requireUnchanged(_ driver: BuiltDriver, _ build: String) throws(BuildError) {
    let words = driver.commands[0]
    let program = FilePath(words[0])
    let known =
      driver.record.sha256.map { [(program, $0)] }
      ?? (driver.record.files ?? [:]).map { word, hash in
        (words.dropFirst().contains(word) ? folder.pushing(FilePath(word)) : program, hash)
      }
    for (path, hash) in known where Self.isFile(path) {
      guard try Checksum(of: path, build: build).sha256 == hash else {
        throw .overwritten(build: build, path: path)
      }
    }
  }
}

extension MakingCommand {
  /// The command as it is typed.
  var text: String {
    switch self {
    case .words(let words): ShellWords.line(words)
    case .line(let line): line
    }
  }
}
