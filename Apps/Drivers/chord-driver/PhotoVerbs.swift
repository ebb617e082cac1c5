import AppStorage
import ChordAccounting
import DriverKit

// Repeated, each of these on a photo takes the next of those that the last `photos` showed. The bytes
// of a PNG differ between versions of its library, so digests have in their place the size, and which of
// the photos that there are it shows.
extension ChordSession {
  static let photoVerbs: [Verb<ChordSession>] = [
    Verb("add-photo") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.addPhoto(png: app.photograph)
      } outcome: { photo, outcome in
        outcome.fact("thumbnail", .text(try app.album.name(of: photo.thumbnail)))
        outcome.mix(photo)
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
          outcome.mix(photo)
          outcome.mix(try app.album.name(of: photo.thumbnail))
        }
      }
    },
    Verb("show-photo") { app, arguments in
      try arguments.allow(["photo"])
      let id = try app.next("photo", arguments, in: &app.listedPhotos, PhotoID.init)
      return Call {
        try app.book.photos.fullScreen(id)
      } outcome: { png, outcome in
        outcome.fact("shown", .bool(true))
        // Repeated, each shows another.
        outcome.mix(try app.album.name(of: png))
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
}

extension Outcome {
  fileprivate mutating func mix(_ photo: Photo) {
    mix(Int(photo.id.number))
    mix(Int(photo.dateTaken.milliseconds))
  }
}
