import Foundation
import Programs
import Scenarios
import Subprocess
import SystemPackage

extension DriverBuilder {
  /// The `swift` that makes a package's build: its toolchain's, or the one in PATH.
  /// - Throws: ``BuildError/noCompiler(build:)``, ``BuildError/noToolchain(build:toolchain:_:)``.
  func compiler(of package: PackageBuild, for build: String) throws(BuildError) -> FilePath {
    guard let toolchain = package.toolchain else {
      guard let swift = searchPath.program("swift") else { throw .noCompiler(build: build) }
      return swift
    }
    // Toolchains belong to the machine, not to a revision.
    return try toolchains.swift(of: toolchain, from: workingFolder ?? folder, for: build)
  }

  /// The compiler's output on its version and target; never empty for a named toolchain.
  func compilerWords(of package: PackageBuild, for build: String) async throws -> String {
    let swift = try compiler(of: package, for: build)
    do {
      let result = try await run(
        .path(swift), arguments: ["--version"], environment: environment(of: package),
        output: .string(limit: 1 << 16), error: .string(limit: 1 << 20))
      try Task.checkCancellation()
      let words = result.standardOutput
      guard let toolchain = package.toolchain,
        !result.terminationStatus.isSuccess || words.allSatisfy(\.isWhitespace)
      else { return words }
      throw BuildError.noToolchain(
        build: build, toolchain: toolchain,
        .silent(swift, log: result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)))
    } catch let error as SubprocessError {
      guard let toolchain = package.toolchain else { throw error }
      throw BuildError.noToolchain(
        build: build, toolchain: toolchain, .silent(swift, log: error.description))
    }
  }

  /// The first line of the compiler's version output.
  func version(of package: PackageBuild, for build: String) async throws -> String? {
    try await compilerWords(of: package, for: build).split(separator: "\n").first.map(String.init)
  }

  /// The environment of a package's compiler. `SWIFT_EXEC` would make the package manager compile
  /// with a compiler other than the named toolchain's.
  func environment(of package: PackageBuild) -> Subprocess.Environment {
    package.toolchain == nil
      ? GitCommand.elsewhere
      : GitCommand.elsewhere.updating(["SWIFT_EXEC": nil, "SWIFT_EXEC_MANIFEST": nil])
  }

  /// A program that comes with a compiler, or else the one in PATH.
  func tool(_ name: String, of compiler: FilePath?) -> FilePath? {
    let beside = compiler?.removingLastComponent().appending(name)
    return beside.flatMap { SearchPath.isProgram($0) ? $0 : nil } ?? searchPath.program(name)
  }

  /// Finds the `swift` of the toolchain that a build names; nil if it names none. Runs nothing.
  /// - Throws: ``BuildError/noToolchain(build:toolchain:_:)``.
  public func toolchain(of build: Build) throws(BuildError) -> FilePath? {
    guard case .package(let package) = build.origin, package.toolchain != nil else { return nil }
    return try compiler(of: package, for: build.name)
  }

  /// The version of the toolchain that a build names, in its own words; nil if it names none.
  /// - Throws: ``BuildError/noToolchain(build:toolchain:_:)``, or errors that stop the task.
  public func toolchainVersion(of build: Build) async throws -> String? {
    guard case .package(let package) = build.origin, package.toolchain != nil else { return nil }
    return try await version(of: package, for: build.name)
  }
}
