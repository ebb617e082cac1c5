import Building
import Scenarios
import SystemPackage

/// The toolchain that a build names, as it is on this machine.
public struct FoundToolchain: Sendable, Equatable, CustomStringConvertible {
  /// The build's name.
  public let build: String
  /// The path of its program `swift`.
  public let swift: String
  /// Its version in its own words; nil if it was not asked, which takes carrying it out.
  public let version: String?

  /// `old: Swift version 6.2.1 (swift-6.2.1-RELEASE), /opt/swift-6.2.1/usr/bin/swift`
  public var description: String {
    "\(build): \([version, swift].compactMap(\.self).joined(separator: ", "))"
  }
}

extension ScenarioFile {
  /// Looks for the toolchains that builds name.
  /// - Parameter asksVersion: whether each is asked for its version. A scenario may name any program, so
  ///   what only checks a file does not ask.
  /// - Returns: those that are here, in the order of the builds, and a sentence about each that is not.
  /// - Throws: `CancellationError`, or what the system refuses.
  public func toolchains(
    askingVersion asksVersion: Bool
  ) async throws -> (found: [FoundToolchain], missing: [String]) {
    let builder = DriverBuilder(folder: folder) { _, _ in }
    var (found, missing): ([FoundToolchain], [String]) = ([], [])
    for build in scenario.builds {
      do {
        guard let swift = try builder.toolchain(of: build) else { continue }
        found.append(
          FoundToolchain(
            build: build.name, swift: swift.string,
            version: asksVersion ? try await builder.toolchainVersion(of: build) : nil))
      } catch let error as BuildError {
        missing.append("\(path): \(error)")
      }
    }
    return (found, missing)
  }
}
