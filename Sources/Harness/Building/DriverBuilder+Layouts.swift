import Foundation
import Recording
import Scenarios
import SystemPackage

extension DriverBuilder {
  /// Compiles a package once and links it so many times, each time with its functions in another
  /// order, and keeps every executable beside the package manager's own.
  ///
  /// What a program costs depends on where the linker happened to put its functions: see
  /// T. Mytkowicz, A. Diwan, M. Hauswirth, P. F. Sweeney, "Producing Wrong Data Without Doing
  /// Anything Obviously Wrong!", ASPLOS 2009, and C. Curtsinger, E. D. Berger, "Stabilizer:
  /// Statistically Sound Performance Evaluation", ASPLOS 2013. The seeds are 1, 2, …, so an
  /// unchanged build has the same layouts at every call.
  func shuffled(
    _ package: PackageBuild, build: String, layouts: Int
  ) async throws -> BuiltDriver {
    var executables: [FilePath] = []
    do {
      for seed in 1...layouts {
        let flags = Self.sections + Self.order(seed: "\(seed)")
        let executable = try await compile(package, flags, in: "\(build)+layouts", build)
        executables.append(try Self.keep(executable, layout: seed, build))
      }
    } catch BuildError.failed(_, _, let log) where Self.isAboutShuffling(log) {
      throw BuildError.noShufflingLinker(build: build, log: log)
    }
    // Read only when all are there: a linker that wrote into the old file would have made them one.
    let records = try executables.enumerated().map { index, executable in
      let file = try Checksum(of: executable, build: build)
      return LayoutRecord(seed: index + 1, sha256: file.sha256, size: file.size)
    }
    try Self.requireDifference(of: records, build)
    let recipe =
      Self.recipe(package, Self.sections + Self.order(seed: "SEED")) + ", SEED from 1 to \(layouts)"
    // All are linked from the same code, so one is read.
    let checks = try await prove(
      package, executable: executables[0], recipe: recipe, build: build)
    let record = BuildRecord(
      name: build, recipe: recipe, compiler: try await version(for: build),
      sha256: records.first?.sha256, size: records.first?.size, isOptimised: package.isOptimised,
      layouts: records, checks: checks)
    return BuiltDriver(record: record, commands: executables.map { [$0.string] })
  }

  /// Gives every Swift function a section of its own, which a linker may move, and names the
  /// linker that does.
  private static let sections = [
    "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xswiftc", "-use-ld=lld",
  ]

  /// Puts sections of code in the order that the seed gives. It changes linking alone: the package
  /// manager compiles nothing anew.
  private static func order(seed: String) -> [String] {
    ["-Xlinker", "--shuffle-sections=.text*=\(seed)"]
  }

  /// Clang's words where there is no such linker, and those of linkers without the option.
  private static func isAboutShuffling(_ log: String) -> Bool {
    ["invalid linker name", "--shuffle-sections"].contains { log.contains($0) }
  }

  /// Keeps an executable where it looks for its resources, by another name for the same file: the
  /// next linking puts a new file in its place.
  private static func keep(
    _ executable: FilePath, layout: Int, _ build: String
  ) throws(BuildError) -> FilePath {
    let kept = FilePath("\(executable).layout\(layout)")
    do {
      if FileManager.default.fileExists(atPath: kept.string) {
        try FileManager.default.removeItem(atPath: kept.string)
      }
      try FileManager.default.linkItem(atPath: executable.string, toPath: kept.string)
    } catch {
      throw .notKept(build: build, path: kept, reason: error.localizedDescription)
    }
    return kept
  }

  private static func requireDifference(
    of layouts: [LayoutRecord], _ build: String
  ) throws(BuildError) {
    var seen: [String: Int] = [:]
    for layout in layouts {
      if let first = seen.updateValue(layout.seed, forKey: layout.sha256) {
        throw .sameLayouts(build: build, first: first, second: layout.seed)
      }
    }
  }
}
