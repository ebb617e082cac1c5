/// One layout of a build's code: the same functions, in an order of their own.
public struct LayoutRecord: Sendable, Equatable, Codable {
  /// What the linker made the order from; layout 3 of a build has the seed 3, today and tomorrow.
  public var seed: Int
  /// SHA-256 of the executable, hexadecimal.
  public var sha256: String
  /// The executable's size, bytes.
  public var size: Int64

  /// A record.
  public init(seed: Int, sha256: String, size: Int64) {
    self.seed = seed
    self.sha256 = sha256
    self.size = size
  }
}
