import GRDB

extension MapLibrary {
  /// Saves a map as a new file.
  /// - Throws: ``LibraryError/nameTaken(_:)``, the errors of a name that is none, and the store's.
  public func saveAs(_ map: StreamMap, named fileName: String) throws(LibraryError) -> OpenFile {
    let name = try FileName(fileName)
    let now = clock()
    let row = try store.write { database in
      guard try FileRow.find(named: name, in: database) == nil else {
        throw LibraryError.nameTaken(name.text)
      }
      let revision = try FileRow.nextRevision(in: database)
      let row = FileRow(
        saved: try SaveOrder.key(at: now, in: database), id: revision, revision: revision,
        fileName: name.text, dateCreated: now, dateUpdated: now, map: map)
      try row.insert(in: database)
      var writer = try StickerWriter(row, in: database)
      try writer.insertAll(map)
      return row
    }
    meet(row)
    return OpenFile(row, of: store, map: map)
  }

  /// Saves a map in its file: what has changed since the last save, and no more. `file` is the file
  /// as last opened or saved; afterwards, as saved now. Overwriting saves over what another has
  /// saved meanwhile: the file has this map then, and nothing of the other's changes.
  /// - Throws: ``LibraryError/changedByAnother(fileName:at:)``, also when it was saved through
  ///   another copy of `file`; ``LibraryError/noSuchFile(_:)`` when it has been deleted: it can be
  ///   saved as new; ``LibraryError/otherLibrary(fileName:path:)`` when it was opened in another
  ///   store; ``LibraryError/fileDamaged(fileName:sticker:reason:)``; the store's errors.
  public func save(
    _ map: StreamMap, in file: inout OpenFile, overwriting: Bool = false
  ) throws(LibraryError) {
    guard file.store == store.identity else {
      throw .otherLibrary(fileName: file.fileName, path: path)
    }
    let now = clock()
    // Found before others are kept waiting.
    let changes = StickerChanges(from: file.map.stickers, to: map.stickers)
    let row = try store.write { [file] database in
      guard let earlier = try FileRow.find(id: file.id, in: database)?.checked() else {
        throw LibraryError.noSuchFile(file.fileName)
      }
      let isChanged = earlier.revision != file.revision
      guard !isChanged || overwriting else {
        throw LibraryError.changedByAnother(
          fileName: earlier.listed.fileName, at: earlier.listed.dateUpdated)
      }
      let row = FileRow(
        saved: try SaveOrder.key(at: now, in: database), id: earlier.id,
        revision: try FileRow.nextRevision(in: database), fileName: earlier.listed.fileName,
        dateCreated: earlier.listed.dateCreated, dateUpdated: now, map: map)
      var writer = try StickerWriter(earlier, in: database)
      if isChanged {
        let stored = try StickerRow.map(of: earlier, in: database)
        try writer.carryOut(StickerChanges(from: stored.stickers, to: map.stickers))
        try writer.replace(stored.surroundings, with: map.surroundings)
      } else {
        try writer.carryOut(changes)
        try writer.replace(file.map.surroundings, with: map.surroundings)
      }
      try row.replace(earlier, in: database)
      return row
    }
    meet(row)
    file = OpenFile(row, of: store, map: map)
  }

  /// Opens a file; it says whether another has changed it since it was last met here.
  /// - Throws: ``LibraryError/noSuchFile(_:)``,
  ///   ``LibraryError/fileDamaged(fileName:sticker:reason:)``, the errors of a name that is none,
  ///   and the store's.
  public func open(_ fileName: String) throws(LibraryError) -> OpenFile {
    let name = try FileName(fileName)
    let (row, map) = try store.read { database in
      guard let row = try FileRow.find(named: name, in: database)?.checked() else {
        throw LibraryError.noSuchFile(name.text)
      }
      return (row, try StickerRow.map(of: row, in: database))
    }
    let before = meet(row)
    let isChanged = before.map { $0 < row.revision } ?? false
    return OpenFile(
      row, of: store, map: map, changedByAnotherAt: isChanged ? row.listed.dateUpdated : nil)
  }
}
