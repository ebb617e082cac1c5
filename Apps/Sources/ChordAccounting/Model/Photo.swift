import AppStorage

/// The number of a photo; one of a removed photo is not used again.
public struct PhotoID: Hashable, Sendable {
  /// The number, from 1.
  public let number: Int64

  /// The id of a number, whether there is such a photo or not.
  public init(_ number: Int64) { self.number = number }
}

/// A photo of a project as a collection shows it: small.
public struct Photo: Hashable, Sendable {
  /// Its number.
  public let id: PhotoID
  /// When it was added.
  public let dateTaken: Timestamp
  /// A PNG of at most 160x120 pixels.
  public let thumbnail: [UInt8]
}
