/// Every way a call of the app can be refused or fail.
///
/// Whatever the case, the store is as it was before the call. The cases carry data; the words are in
/// `CounterError+Description.swift` alone.
public enum CounterError: Error, Hashable, Sendable {
  // Names and settings

  /// A name is empty, or nothing can be seen of it.
  case nameBlank
  /// More bytes of UTF-8 than a name holds.
  case nameTooLong(bytes: Int, limit: Int)
  /// A name is one line of text; this one holds a control character, a line break or a control of
  /// the direction of writing.
  case nameHasControl(name: String, codePoint: UInt32)
  /// Another thing has this name.
  case nameTaken(String)
  /// No date of the calendar, or not written like "2015-12-24".
  case dateNotAllowed(String)
  /// Not written like "#ffd54a".
  case colourNotAllowed(String)

  // Things

  /// There is no such thing, or no longer.
  case noSuchThing(ThingID)
  /// What is counted to a date can't be set back to zero.
  case countsToDate(name: String)
  /// The store's record of this thing can not be one.
  case thingDamaged(ThingID, reason: String)

  // Views

  /// No thing is defined that could be shown.
  case noThings
  /// There is no way back from an empty list.
  case canNotGoBack
  /// The call belongs to another view than the one that is open.
  case viewNotOpen(View)

  // Time

  /// No time zone has this name.
  case unknownZone(String)
  /// The clock shows a moment before 0001-01-02 or after 9999-12-30; milliseconds since 1970.
  case clockNotUsable(milliseconds: Int64)

  // Pictures

  /// A picture of that size, in pixels, is no use or takes too much memory.
  case sizeNotAllowed(width: Int, height: Int, allowed: ClosedRange<Int>)
  /// Nobody could see so many days in a picture of that size.
  case tooManyDays(days: Int, limit: Int)
  /// cairo could not draw; the reason is its own.
  case notDrawn(reason: String)

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
  /// Any other failure of the store; `reason` is SQLite's.
  case failed(path: String, reason: String)

  // The fixture

  /// A fixture must be filled into an empty store.
  case notEmpty(path: String)
  /// A fixture of this shape can not be built; `reason` says why.
  case fixtureImpossible(reason: String)
}
