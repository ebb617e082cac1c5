import Foundation
import Subprocess
import SystemPackage

/// The declarations of a Swift package's manifest, as the package manager reads it.
public struct PackageManifest: Sendable, Equatable, Decodable {
  /// The package's name.
  public let name: String
  /// The products it offers.
  public let products: [Product]
  /// The targets it consists of.
  public let targets: [Target]

  /// A product for other packages, or for people.
  public struct Product: Sendable, Equatable, Decodable {
    /// The name.
    public let name: String
    /// The targets in it; the first is the one to import.
    public let targets: [String]
    /// A Boolean value indicating whether other packages can import it.
    public let isLibrary: Bool

    private enum CodingKeys: CodingKey { case name, targets, type }

    /// Any kind of product, with its details.
    private struct ProductType: Decodable {
      let library: [String]?
    }
  }

  /// A module.
  public struct Target: Sendable, Equatable, Decodable {
    /// The name.
    public let name: String
    /// Its kind, such as `regular`, `executable` or `test`.
    public let type: String
    /// The folder of its sources, relative to the package; nil for the default.
    public var path: String?
  }
}

extension PackageManifest.Product {
  /// Decodes a product of `swift package dump-package`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    targets = try container.decode([String].self, forKey: .targets)
    isLibrary = try container.decode(ProductType.self, forKey: .type).library != nil
  }
}

extension PackageManifest {
  /// Parses the output of `swift package dump-package`.
  public init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  /// Makes the package manager read a folder's manifest. No dependency is fetched.
  /// - Throws: ``BuildError``, or `CancellationError`.
  public init(of folder: FilePath) async throws {
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
    do {
      let result = try await run(
        .name("swift"),
        arguments: ["package", "--package-path", folder.string, "dump-package"],
        platformOptions: options, input: .none, output: .string(limit: 64 << 20),
        error: .string(limit: 1 << 20))
      try Task.checkCancellation()
      guard result.terminationStatus.isSuccess else {
        throw BuildError.unreadableManifest(
          folder, reason: result.standardError.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      try self.init(json: result.standardOutput)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw BuildError.noSwift(package: folder)
    } catch let error as DecodingError {
      throw BuildError.unreadableManifest(folder, reason: "\(error)")
    }
  }
}
