/// Every way a call of the account book can be refused or fail.
///
/// Whatever the case, the store is as it was before the call. The cases carry data; the words are in
/// `AccountingError+Description.swift` alone.
public enum AccountingError: Error, Hashable, Sendable {
  // Projects

  /// The call is about the selected project, and none is.
  case noProjectSelected
  /// There is no project of this number, or no longer.
  case noSuchProject(ProjectID)
  /// A team is one roofer or two.
  case teamNotAllowed(count: Int)
  /// A text is needed, and this one is empty or blank.
  case textEmpty(TextField)
  /// A text is longer than the store keeps.
  case textTooLong(TextField, bytes: Int, limit: Int)
  /// The text is to be one line; this one holds a control character or a line break.
  case textHasControlCharacter(TextField, codePoint: UInt32)

  // Activities

  /// The dictionary has no activity of this number.
  case noSuchActivity(Int64)
  /// The project has this activity already: its quantity can be changed.
  case posTaken(PositionNumber, project: String)
  /// The project has no activity of this number.
  case notInProject(Int64, project: String)
  /// Not a number above 0 of at most two places, or not a whole one of pieces.
  case quantityNotAllowed(String, unit: ActivityUnit)

  // Photos

  /// There is no photo of this number, or no longer.
  case noSuchPhoto(PhotoID)
  /// The bytes are no PNG, or a damaged one; `reason` is cairo's.
  case photoUnreadable(reason: String)
  /// A side of the photo is longer than is worth its memory; sides in pixels.
  case photoTooLarge(width: Int, height: Int, limit: Int)
  /// cairo could not draw or write the resized photo; `reason` is cairo's.
  case photoNotWritten(reason: String)

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
  /// SQLite finds the file damaged, or what it holds can not be so.
  case damaged(path: String, reason: String)
  /// The store could not be opened or created for some other reason, which is SQLite's.
  case notOpened(path: String, reason: String)
  /// Any other failure of the store; `reason` is SQLite's.
  case failed(path: String, reason: String)

  // The fixture

  /// A fixture must be filled into an empty book.
  case notEmpty(path: String)
  /// A fixture of this shape can not be built; `reason` says why.
  case fixtureImpossible(reason: String)
}
