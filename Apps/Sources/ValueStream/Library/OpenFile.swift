import AppStorage

/// A file as it was last opened or saved: what the next save is compared with.
///
/// A value: a copy costs nothing, since the map shares what is the same. The map being edited is
/// the caller's own.
///
/// ```swift
/// var file = try library.open("Order to shipping")
/// var map = file.map
/// try map.remove(at: 3)
/// try library.save(map, in: &file)
/// ```
public struct OpenFile: Sendable {
  /// The file's name, as of the last save.
  public let fileName: String
  /// When it was saved first.
  public let dateCreated: Timestamp
  /// When it was saved last.
  public let dateUpdated: Timestamp
  /// The map as the store holds it.
  public let map: StreamMap
  /// When another saved the file since this library had opened or saved it before; nil if nobody
  /// did, or the library had not met the file before.
  public let changedByAnotherAt: Timestamp?

  /// The ``LibraryStore/identity`` of the store it is in.
  let store: String
  let id: Int64
  let revision: Int64

  init(
    _ row: FileRow, of store: LibraryStore, map: StreamMap, changedByAnotherAt: Timestamp? = nil
  ) {
    self.store = store.identity
    fileName = row.listed.fileName
    dateCreated = row.listed.dateCreated
    dateUpdated = row.listed.dateUpdated
    self.map = map
    self.changedByAnotherAt = changedByAnotherAt
    id = row.id
    revision = row.revision
  }
}
