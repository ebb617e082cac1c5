import AppPictures
import AppStorage
import GRDB

/// The photos of projects. Whoever holds a book reads them here; ``AccountBook`` adds and removes
/// them, so that observers hear of it.
public struct PhotoStore: Sendable {
  /// The size of a photo on the whole screen.
  static let screen = PictureSize(width: 1_280, height: 960)
  /// The size of a photo in a collection.
  static let thumbnail = PictureSize(width: 160, height: 120)

  let store: AccountStore

  /// The photos of a project in the order in which they were added, small.
  /// - Throws: ``AccountingError/noSuchProject(_:)`` and the store's errors.
  public func all(of id: ProjectID) throws(AccountingError) -> [Photo] {
    try store.read { database in
      _ = try ProjectStore.find(id, in: database)
      let statement = try PreparedStatement(
        """
        SELECT id, dateTaken, thumbnail FROM photo INDEXED BY photo_by_project
        WHERE projectID = ? ORDER BY id
        """, in: database)
      defer { statement.finish() }
      try statement.bind(id.number, at: 1)
      var photos: [Photo] = []
      while try statement.step() {
        photos.append(
          Photo(
            id: PhotoID(statement.integer(0)),
            dateTaken: Timestamp(milliseconds: statement.integer(1)),
            thumbnail: statement.bytes(2)))
      }
      return photos
    }
  }

  /// A photo for the whole screen: a PNG of at most 1280x960 pixels.
  /// - Throws: ``AccountingError/noSuchPhoto(_:)`` and the store's errors.
  public func fullScreen(_ id: PhotoID) throws(AccountingError) -> [UInt8] {
    try store.read { database in
      let statement = try PreparedStatement("SELECT png FROM photo WHERE id = ?", in: database)
      defer { statement.finish() }
      try statement.bind(id.number, at: 1)
      guard try statement.step() else { throw AccountingError.noSuchPhoto(id) }
      return statement.bytes(0)
    }
  }

  /// Adds a photo as the camera delivered it. It is resized before the store is locked.
  func add(
    png: [UInt8], to id: ProjectID, at date: Timestamp
  ) throws(AccountingError) -> Photo {
    let resized = try ResizedPhoto(png: png)
    return try store.write { try Self.insert(resized, to: id, at: date, in: $0) }
  }

  /// Removes a photo.
  /// - Returns: the project it was of.
  func remove(_ id: PhotoID) throws(AccountingError) -> ProjectID {
    try store.write { database in
      let statement = try PreparedStatement(
        "DELETE FROM photo WHERE id = ? RETURNING projectID", in: database)
      defer { statement.finish() }
      try statement.bind(id.number, at: 1)
      guard try statement.step() else { throw AccountingError.noSuchPhoto(id) }
      return ProjectID(statement.integer(0))
    }
  }

  static func insert(
    _ photo: ResizedPhoto, to id: ProjectID, at date: Timestamp, in database: Database
  ) throws -> Photo {
    _ = try ProjectStore.find(id, in: database)
    let statement = try PreparedStatement(
      "INSERT INTO photo(projectID, dateTaken, thumbnail, png) VALUES (?, ?, ?, ?)", in: database)
    try statement.bind(id.number, at: 1)
    try statement.bind(date.milliseconds, at: 2)
    try statement.bind(photo.thumbnail.png, at: 3)
    try statement.bind(photo.screen.png, at: 4)
    try statement.run()
    return Photo(
      id: PhotoID(database.lastInsertedRowID), dateTaken: date, thumbnail: photo.thumbnail.png)
  }
}

/// A photo in both sizes that are kept.
struct ResizedPhoto {
  let screen: ResizedPicture
  let thumbnail: ResizedPicture

  /// Reads and scales a PNG.
  init(png: [UInt8]) throws(AccountingError) {
    do {
      let original = try CairoSurface(png: png)
      screen = try ResizedPicture(original, within: PhotoStore.screen)
      thumbnail = try ResizedPicture(original, within: PhotoStore.thumbnail)
    } catch {
      throw AccountingError(error)
    }
  }
}
