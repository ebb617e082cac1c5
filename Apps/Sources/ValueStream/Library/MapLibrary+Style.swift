import AppStorage
import GRDB

extension MapLibrary {
  /// The look that was chosen last, for the stickers that are made next: what an editor begins with.
  /// - Throws: ``LibraryError/damaged(path:reason:)`` where it is none; the store's errors.
  public func style() throws(LibraryError) -> StickerStyle {
    try store.read { database in
      let statement = try PreparedStatement(
        "SELECT fontFamily, fontSize, background FROM library", in: database)
      defer { statement.finish() }
      guard try statement.step() else { throw DatabaseError.damage("the style is missing") }
      do throws(MapError) {
        return StickerStyle(
          font: try StickerFont(family: statement.text(0), size: Int(statement.integer(1))),
          background: try BackgroundColour(named: statement.text(2)))
      } catch {
        throw DatabaseError.damage("the style: \(error.description)")
      }
    }
  }

  /// Keeps the look that was chosen last.
  /// - Throws: the store's errors.
  public func keep(_ style: StickerStyle) throws(LibraryError) {
    try store.write { database in
      let statement = try PreparedStatement(
        "UPDATE library SET fontFamily = ?, fontSize = ?, background = ?", in: database)
      try statement.bind(style.font.family.rawValue, at: 1)
      try statement.bind(Int64(style.font.size.rawValue), at: 2)
      try statement.bind(style.background.rawValue, at: 3)
      try statement.run()
    }
  }
}
