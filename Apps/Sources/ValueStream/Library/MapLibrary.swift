import AppStorage
import Synchronization

/// The files of an app for value stream maps: one durable SQLite store.
///
/// Each call is one transaction: it happens wholly or, when it throws, not at all. Calls may come
/// from several threads, and several libraries may be open on the same store, in one process or in
/// many; what one has saved is never overwritten by another unless that is asked for.
///
/// ```swift
/// let library = try MapLibrary(path: "maps.sqlite")
/// var file = try library.saveAs(map, named: "Order to shipping")
/// try map.remove(at: 0)
/// try library.save(map, in: &file)
/// let found = try library.search("ship")
/// ```
public final class MapLibrary: Sendable {
  /// The SQLite file.
  public var path: String { store.path }
  let store: LibraryStore
  let clock: @Sendable () -> Timestamp
  /// The revisions of files as this library last opened or saved them, by the files' ids: tells
  /// what another has saved meanwhile.
  private let met = Mutex<[Int64: Int64]>([:])

  /// Opens the library, creating and migrating its store as need be. The clock dates files.
  /// - Throws: ``LibraryError/folderMissing(path:folder:)``, ``LibraryError/readOnly(path:)``,
  ///   ``LibraryError/diskFull(path:)``, ``LibraryError/busy(path:)``,
  ///   ``LibraryError/foreign(path:)``, ``LibraryError/newer(path:unknown:)``,
  ///   ``LibraryError/damaged(path:reason:)`` or ``LibraryError/notOpened(path:reason:)``. A file
  ///   that is refused is left as it was.
  public convenience init(
    path: String, durability: Durability = .powerLoss,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws(LibraryError) {
    self.init(store: try LibraryStore(path: path, durability: durability), clock: clock)
  }

  init(store: LibraryStore, clock: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.clock = clock
  }

  /// Closes the store; calls after it fail.
  public func close() throws(LibraryError) {
    try store.close()
  }

  /// Notes that a file was opened or saved here.
  ///
  /// Another thread may have noted a later save since this one's transaction: that stays.
  /// - Returns: the revision noted before; nil if the file was not met.
  @discardableResult
  func meet(_ file: FileRow) -> Int64? {
    met.withLock { met in
      let before = met[file.id]
      met[file.id] = max(before ?? file.revision, file.revision)
      return before
    }
  }

  /// Forgets a file that is gone.
  func forget(_ id: Int64) {
    met.withLock { _ = $0.removeValue(forKey: id) }
  }
}
