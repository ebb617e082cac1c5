/// A user's session with one map: which sticker has the focus, and the way back.
///
/// An edit that throws leaves everything as it was and nothing to undo; one that changes nothing
/// leaves nothing to undo either. Edits, undo and redo take O(log n) for n stickers, and change the
/// map in place where nobody holds a copy of it: what is kept to undo an edit is the edit.
public struct MapEditor: Sendable {
  /// Edits that can be taken back; older ones are forgotten.
  public static let undoLimit = EditHistory.limit

  /// The sides of a sticker.
  public enum Face: Hashable, Sendable {
    /// Its text.
    case front
    /// Its font, its size and its colour.
    case settings
  }

  /// The map as it is now.
  public internal(set) var map: StreamMap
  /// The position of the focused sticker: it follows that sticker wherever edits move it.
  public private(set) var focus: Int?
  /// The look of the next new sticker: what was chosen last. Undo does not take it back.
  public internal(set) var style: StickerStyle
  private var history = EditHistory()
  /// The side on which the focused sticker lies; another sticker shows its front first.
  public private(set) var face = Face.front

  /// A session with a map, in a style such as ``MapLibrary/style()``; no sticker has the focus.
  public init(_ map: StreamMap = StreamMap(), style: StickerStyle = .standard) {
    self.map = map
    self.style = style
  }

  /// The focused sticker.
  public var focused: Sticker? { focus.map { map.stickers[$0] } }

  /// A Boolean value indicating whether there is an edit to take back.
  public var canUndo: Bool { history.canUndo }

  /// A Boolean value indicating whether there is an edit that was taken back.
  public var canRedo: Bool { history.canRedo }

  /// Takes the latest edit back, and the focus to where it was before.
  /// - Throws: ``MapError/nothingToUndo``.
  public mutating func undo() throws(MapError) {
    guard let entry = history.takeBack() else { throw .nothingToUndo }
    repeatEdit(entry.edit.inverse, focus: entry.focusBefore)
  }

  /// Makes the edit again that was taken back last; the focus goes where that edit left it.
  /// - Throws: ``MapError/nothingToRedo``.
  public mutating func redo() throws(MapError) {
    guard let entry = history.takeForth() else { throw .nothingToRedo }
    repeatEdit(entry.edit, focus: entry.focusAfter)
  }

  /// Turns the focused sticker over.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func flip() throws(MapError) {
    _ = try focusedPosition()
    face = face == .front ? .settings : .front
  }

  /// Keeps an edit that the map has just got.
  /// - Parameters:
  ///   - line: what it did to the line, if anything.
  ///   - before: what surrounded the line before; nil where there was nothing.
  ///   - next: the position of the edited map that gets the focus; nil for none.
  ///   - isOther: whether another sticker has the focus by it, which shows its front then.
  mutating func keep(
    _ line: LineEdit?, since before: Surroundings?, focus next: Int?, isOther: Bool = false
  ) {
    var change: SurroundingsChange?
    if let before, before != map.surroundings {
      change = SurroundingsChange(before: before, after: map.surroundings)
    }
    history.add(
      EditHistory.Entry(
        edit: MapEdit(line: line, surroundings: change), focusBefore: focus, focusAfter: next))
    focus = next
    if isOther { face = .front }
  }

  /// Gives the focus to a sticker; another than before shows its front.
  mutating func setFocus(_ next: Int) {
    if next != focus { face = .front }
    focus = next
  }

  /// What surrounds the line now, to be kept with an edit; nil where there is nothing.
  var surroundings: Surroundings? { map.surroundings.isEmpty ? nil : map.surroundings }

  func focusedPosition() throws(MapError) -> Int {
    guard let focus else { throw .nothingFocused }
    return focus
  }

  private mutating func repeatEdit(_ edit: MapEdit, focus next: Int?) {
    let before = focused?.id
    map.repeatEdit(edit)
    focus = next
    if focused?.id != before { face = .front }
  }
}
