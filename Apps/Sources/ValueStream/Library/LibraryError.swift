import AppStorage

/// Every way a call of the library can be refused or fail.
///
/// Whatever the case, the store is as it was before the call, and so is the caller's map. The
/// cases carry data; the words are in `LibraryError+Description.swift` alone.
public enum LibraryError: Error, Hashable, Sendable {
  // Names

  /// A file needs a name; this one is empty or blank.
  case nameEmpty
  /// More than ``FileName/longest`` bytes of UTF-8.
  case nameTooLong(bytes: Int, limit: Int)
  /// A name is one line of text; this one holds a control character or a line break.
  case nameHasControlCharacter(name: String, codePoint: UInt32)
  /// A name that holds a control of the direction of writing looks like another, and turns round
  /// the text around it.
  case nameHasDirectionControl(name: String, codePoint: UInt32)
  /// Nothing can be seen of this name: all its characters are such as joiners and fillers.
  case nameInvisible(codePoints: [UInt32])
  /// There is a file of this name already.
  case nameTaken(String)

  // Files

  /// No file has this name; where one was open, another has deleted it meanwhile.
  case noSuchFile(String)
  /// Another has saved the file since it was opened or saved here. The map can be saved as a new
  /// file, or over the other's changes; or the file is opened again.
  case changedByAnother(fileName: String, at: Timestamp)
  /// The file was opened or saved in another store than the one at `path`: the map can be saved
  /// there as a new file.
  case otherLibrary(fileName: String, path: String)
  /// The store's record of this file can not be its map; `sticker` is the number of the one at
  /// fault, where there is one.
  case fileDamaged(fileName: String, sticker: Int64?, reason: String)

  // The store

  /// The folder that is to hold the store does not exist.
  case folderMissing(path: String, folder: String)
  /// The store, its folder or the volume can not be written.
  case readOnly(path: String)
  /// The volume, or the space allowed to the store, is full.
  case diskFull(path: String)
  /// Another connection kept the store locked for longer than the time limit.
  case busy(path: String)
  /// A SQLite file of some other application.
  case foreign(path: String)
  /// A newer version of the app has been here; the migrations this one does not know.
  case newer(path: String, unknown: [String])
  /// SQLite finds the file damaged, or no database at all; `reason` is SQLite's.
  case damaged(path: String, reason: String)
  /// The store could not be opened or created for some other reason, which is SQLite's.
  case notOpened(path: String, reason: String)
  /// Any other failure of the store; `reason` is SQLite's.
  case failed(path: String, reason: String)

  // The fixture

  /// A fixture must be filled into an empty library.
  case notEmpty(path: String)
  /// A fixture of this shape can not be built; `reason` says why.
  case fixtureImpossible(reason: String)
}
