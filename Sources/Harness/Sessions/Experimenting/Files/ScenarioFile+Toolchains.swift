import Building
import Scenarios
import SystemPackage

/// A build's toolchain on this machine.
public struct FoundToolchain: Sendable, Equatable, Encodable, CustomStringConvertible {
  /// The build's name.
  public let build: String
  /// The path of its program `swift`.
  public let swift: String
  /// Its version as it reports it; nil if it was not asked, because that executes it.
  public let version: String?

  /// `old: Swift version 6.2.1 (swift-6.2.1-RELEASE), /opt/swift-6.2.1/usr/bin/swift`
  public var description: String {
    "\(build): \([version, swift].compactMap(\.self).joined(separator: ", "))"
  }
}

extension ScenarioFile {
  /// Finds the toolchains that builds name.
  /// - Parameter asksVersion: whether each is asked for its version. A scenario may name any program, so mere
  ///   checks of a file don't ask.
  /// - Returns: the installed ones, in the order of the builds, and a sentence about each missing one.
  /// - Throws: `CancellationError`, or the system's errors.
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
