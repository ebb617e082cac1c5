import Building
import Scenarios
import SystemPackage

/// The toolchain that a build names, as it is on this machine.
public struct FoundToolchain: Sendable, Equatable, CustomStringConvertible {
  /// The build's name.
  public let build: String
  /// The path of its program `swift`.
  public let swift: String
  /// Its version in its own words.
  public let version: String

  /// `old: Swift version 6.2.1 (swift-6.2.1-RELEASE), /opt/swift-6.2.1/usr/bin/swift`
  public var description: String { "\(build): \(version), \(swift)" }
}

extension ScenarioFile {
  /// Looks for the toolchains that builds name.
  /// - Returns: those that are here, in the order of the builds, and a sentence about each that is not.
  /// - Throws: `CancellationError`, or what the system refuses.
  public func toolchains() async throws -> (found: [FoundToolchain], missing: [String]) {
    let builder = DriverBuilder(folder: folder) { _, _ in }
    var (found, missing): ([FoundToolchain], [String]) = ([], [])
    for build in scenario.builds {
      do {
        guard let toolchain = try await builder.toolchain(of: build) else { continue }
        found.append(
          FoundToolchain(
            build: build.name, swift: toolchain.swift.string, version: toolchain.version))
      } catch let error as BuildError {
        missing.append("\(path): \(error)")
      }
    }
    return (found, missing)
  }
}
