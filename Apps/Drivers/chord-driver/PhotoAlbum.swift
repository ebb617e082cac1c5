import DriverPictures

/// The photos that there are: the fixture's and the camera's. What the app shows has to be like one of them.
struct PhotoAlbum {
  private let originals: [(name: String, picture: LookedAtPicture)]
  /// What was looked at already: most photos are shown again and again.
  private var known: [[UInt8]: String] = [:]

  init(fixture: [UInt8], camera: [UInt8]) throws {
    originals = [
      ("fixture", try LookedAtPicture(png: fixture)), ("camera", try LookedAtPicture(png: camera)),
    ]
  }

  /// Which photo a PNG shows, and how large: `camera 160x120`.
  mutating func name(of png: [UInt8]) throws -> String {
    if let name = known[png] { return name }
    let picture = try LookedAtPicture(png: png)
    let original = originals.first { picture.isLike($0.picture) }
    let name = "\(original?.name ?? "unknown") \(picture.size)"
    known[png] = name
    return name
  }
}
