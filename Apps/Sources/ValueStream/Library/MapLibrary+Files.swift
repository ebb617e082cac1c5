import AppStorage
import GRDB

extension MapLibrary {
  /// The files in the order of the date saved, the latest first: at most `limit`, or, for nil, all.
  /// The table lies in this order: a list costs what its rows cost, and never looks at a sticker.
  public func files(limit: Int? = nil) throws(LibraryError) -> [ListedFile] {
    try store.read { database in
      let statement = try PreparedStatement(
        "SELECT \(FileRow.columns) FROM file ORDER BY saved DESC LIMIT ?", in: database)
      defer { statement.finish() }
      // SQLite takes less than nothing for no limit.
      try statement.bind(limit.map { Int64(max($0, 0)) } ?? -1, at: 1)
      var files: [ListedFile] = []
      while try statement.step() { files.append(FileRow.listed(statement)) }
      return files
    }
  }

  /// Deletes a file and its stickers.
  /// - Throws: ``LibraryError/noSuchFile(_:)``, the errors of a name that is none, and the
  ///   store's.
  public func delete(_ fileName: String) throws(LibraryError) {
    let name = try FileName(fileName)
    let id = try store.write { database in
      guard let row = try FileRow.find(named: name, in: database) else {
        throw LibraryError.noSuchFile(name.text)
      }
      var writer = try StickerWriter(row, in: database)
      try writer.removeAll()
      try SearchTable.files.remove(at: row.saved, in: database)
      let removal = try PreparedStatement("DELETE FROM file WHERE id = ?", in: database)
      try removal.bind(row.id, at: 1)
      try removal.run()
      return row.id
    }
    forget(id)
  }

  /// Gives a file another name. Its dates and place in the list stay, and whoever has it open saves
  /// it under the new name.
  /// - Throws: ``LibraryError/noSuchFile(_:)``, ``LibraryError/nameTaken(_:)``, the errors of a
  ///   name that is none, and the store's.
  public func rename(_ fileName: String, to other: String) throws(LibraryError) {
    let name = try FileName(fileName)
    let newName = try FileName(other)
    try store.write { database in
      guard let row = try FileRow.find(named: name, in: database) else {
        throw LibraryError.noSuchFile(name.text)
      }
      guard newName != name else { return }
      guard try FileRow.find(named: newName, in: database) == nil else {
        throw LibraryError.nameTaken(newName.text)
      }
      let statement = try PreparedStatement(
        "UPDATE file SET fileName = ? WHERE saved = ?", in: database)
      try statement.bind(newName.text, at: 1)
      try statement.bind(row.saved, at: 2)
      try statement.run()
      try SearchTable.files.remove(at: row.saved, in: database)
      try SearchTable.files.insert(newName.text, at: row.saved, in: database)
    }
  }
}
