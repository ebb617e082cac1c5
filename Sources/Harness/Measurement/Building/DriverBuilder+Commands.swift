import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage

extension DriverBuilder {
  /// Runs the commands that make a build, if any, and finds the command that starts it.
  /// - Throws: ``BuildError``, or `CancellationError` if the task was cancelled.
  func made(_ words: [String], of build: Build) async throws -> BuiltDriver {
    try await carryOut(build.making, of: build.name)
    let word = words[0]
    let path = program(word, from: folder)
    guard let path, SearchPath.isProgram(path) else {
      if let path, isUnmade(path, by: build.making) { throw unmade(word, of: build.name) }
      throw BuildError.noExecutable(build: build.name, path: word)
    }
    // With more words the program may be an interpreter, whose hash says nothing about the build.
    let file = words.count == 1 ? try Checksum(of: path, build: build.name) : nil
    let places = words.count == 1 ? nil : places(of: words, at: path)
    let checks = file == nil ? nil : try await checks(of: path, setting: nil, modules: nil)
    let record = BuildRecord(
      name: build.name, recipe: build.recipe, sha256: file?.sha256,
      files: try places.map { try hashes(of: $0, build.name) }, size: file?.size, checks: checks)
    var driver = BuiltDriver(record: record, commands: [[path.string] + words.dropFirst()])
    driver.places = places ?? [:]
    return driver
  }

  /// Runs the commands that make a build, one after the other.
  func carryOut(_ making: [MakingCommand], of build: String) async throws {
    for words in making.map(\.words) {
      guard let program = program(words[0], from: folder), SearchPath.isProgram(program) else {
        throw BuildError.noMaker(build: build, program: words[0])
      }
      try await carryOut(program, Array(words.dropFirst()), in: folder, named: words, build)
    }
  }

  /// The files that words name: with an interpreter, its script is the build.
  private func places(of words: [String], at program: FilePath) -> [String: FilePath] {
    var places = [words[0]: program]
    for word in words.dropFirst() {
      if let path = Self.file(word, from: folder) { places[word] = path }
    }
    return places
  }

  /// SHA-256 of files, by the words that name them.
  func hashes(
    of places: [String: FilePath], _ build: String
  ) throws(BuildError) -> [String: String] {
    var hashes: [String: String] = [:]
    for (word, path) in places { hashes[word] = try Checksum(of: path, build: build).sha256 }
    return hashes
  }

  /// Returns whether the commands that made a build did not make a file.
  func isUnmade(_ path: FilePath, by making: [MakingCommand]) -> Bool {
    !making.isEmpty && !FileManager.default.fileExists(atPath: path.string)
  }

  /// The error for a program, the service's or else the build's own, that `make` did not make, with the
  /// programs in its folder.
  func unmade(_ word: String, of build: String, service: String? = nil) -> BuildError {
    let place = FilePath(word).removingLastComponent()
    let inside = folder.pushing(place)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: inside.string)) ?? []
    let others = names.sorted().filter { SearchPath.isProgram(inside.appending($0)) }
    return .unmade(
      build: build, word: word, service: service,
      others: others.map { place.appending($0).string })
  }

  /// Makes sure that the commands of a later build did not overwrite an earlier one: both would be
  /// measured as the same program.
  /// - Throws: ``BuildError/overwritten(build:path:)``.
  func requireUnchanged(_ driver: BuiltDriver, _ build: String) throws(BuildError) {
    var known = (driver.record.files ?? [:]).compactMap { word, hash in
      driver.places[word].map { ($0, hash) }
    }
    if let hash = driver.record.sha256 { known.append((FilePath(driver.commands[0][0]), hash)) }
    for (path, hash) in known where SearchPath.isFile(path) {
      guard try Checksum(of: path, build: build).sha256 == hash else {
        throw .overwritten(build: build, path: path)
      }
    }
  }
}

extension Build {
  /// The commands that make and start it, in one line; of a build without a driver those that make it, and its
  /// variables. The recipe of a package is another.
  var recipe: String { recipe(madeBy: making.map(\.text)) }

  /// The same, if other commands made it: those of now may differ.
  func recipe(madeBy making: [String]) -> String {
    if case .command(let words) = origin {
      return (making + [words.joined(separator: " ")]).joined(separator: " && ")
    }
    let variables = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let recipe = making + variables
    return recipe.isEmpty ? "the commands as they stand" : recipe.joined(separator: " ")
  }
}

extension MakingCommand {
  var text: String {
    switch self {
    case .words(let words): ShellWords.line(words)
    case .line(let line): line
    }
  }
}
