import ChordAccounting
import DriverKit

// Repeated, each of these on a photo takes the next of those that the last `photos` showed. The bytes
// of a PNG differ between versions of its library, so digests have the sizes in their place.
extension ChordSession {
  static let photoVerbs: [Verb<ChordSession>] = [
    Verb("add-photo") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.addPhoto(png: app.photograph)
      } outcome: { photo, outcome in
        outcome.fact("thumbnail", .text(ChordSession.size(ofPNG: photo.thumbnail)))
        outcome.mix(Int(photo.id.number))
        app.tellChanges(to: &outcome)
      }
    },
    Verb("photos") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.photos.all(of: app.book.selected())
      } outcome: { photos, outcome in
        app.listedPhotos = photos.map(\.id)
        outcome.count(photos.count)
        for photo in photos {
          outcome.mix(Int(photo.id.number))
          outcome.mix(ChordSession.size(ofPNG: photo.thumbnail))
        }
      }
    },
    Verb("show-photo") { app, arguments in
      try arguments.allow(["photo"])
      let id = try app.next("photo", arguments, in: &app.listedPhotos, PhotoID.init)
      return Call {
        try app.book.photos.fullScreen(id)
      } outcome: { png, outcome in
        outcome.fact("size", .text(ChordSession.size(ofPNG: png)))
      }
    },
    Verb("remove-photo") { app, arguments in
      try arguments.allow(["photo"])
      let id = try app.next("photo", arguments, in: &app.listedPhotos, PhotoID.init)
      return Call {
        try app.book.removePhoto(id)
      } outcome: { _, outcome in
        outcome.fact("removed", .bool(true))
        app.tellChanges(to: &outcome)
      }
    },
  ]

  /// The sides in the header of a PNG: big-endian numbers from byte 16 on.
  private static func size(ofPNG png: [UInt8]) -> String {
    guard png.count >= 24 else { return "none" }
    return [16, 20].map { "\(png[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) })" }
      .joined(separator: "x")
  }
}
