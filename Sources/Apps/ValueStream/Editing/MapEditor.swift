/// A user's session with one map: which sticker has the focus, and the way back.
///
/// An edit that throws leaves everything as it was and nothing to undo; one that changes nothing
/// leaves nothing to undo either. Edits, undo and redo take O(log n) for n stickers: an earlier
/// state shares with the later what is the same.
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

  /// What an edit changes and undo brings back.
  struct State: Sendable {
    var map: StreamMap
    var focus: Int?
  }

  private(set) var state: State
  private var history = EditHistory()
  /// The side on which the focused sticker lies; another sticker shows its front first.
  public private(set) var face = Face.front

  /// A session with a map; no sticker has the focus.
  public init(_ map: StreamMap = StreamMap()) {
    state = State(map: map, focus: nil)
  }

  /// The map as it is now.
  public var map: StreamMap { state.map }

  /// The position of the focused sticker: it follows that sticker wherever edits move it.
  public var focus: Int? { state.focus }

  /// The focused sticker.
  public var focused: Sticker? { focus.map { map.stickers[$0] } }

  /// Whether there is an edit to take back.
  public var canUndo: Bool { history.canUndo }

  /// Whether there is an edit that was taken back.
  public var canRedo: Bool { history.canRedo }

  /// Takes the latest edit back, and the focus to where it was before.
  /// - Throws: ``MapError/nothingToUndo``.
  public mutating func undo() throws(MapError) {
    guard let edit = history.takeBack() else { throw .nothingToUndo }
    show(edit.before)
  }

  /// Makes the edit again that was taken back last; the focus goes where that edit left it.
  /// - Throws: ``MapError/nothingToRedo``.
  public mutating func redo() throws(MapError) {
    guard let edit = history.takeForth() else { throw .nothingToRedo }
    show(edit.after)
  }

  /// Turns the focused sticker over.
  /// - Throws: ``MapError/nothingFocused``.
  public mutating func flip() throws(MapError) {
    _ = try focusedPosition()
    face = face == .front ? .settings : .front
  }

  /// Carries an edit out and keeps the way back. The focus stays with its sticker unless the edit
  /// says otherwise.
  mutating func edit(_ change: (inout State) throws(MapError) -> Void) throws(MapError) {
    var after = state
    try change(&after)
    commit(after)
  }

  /// Makes an edited state the present one and keeps the way back.
  mutating func commit(_ after: State) {
    history.add(EditHistory.Edit(before: state, after: after))
    state = after
  }

  /// Gives the focus to a sticker, or to none; it shows its front.
  mutating func setFocus(_ focus: Int?) {
    if focus != state.focus { face = .front }
    state.focus = focus
  }

  /// Goes to another state; a sticker that gets the focus by it shows its front.
  private mutating func show(_ next: State) {
    let before = focused?.id
    state = next
    if focused?.id != before { face = .front }
  }

  /// Another sticker has got the focus by an edit.
  mutating func showFront() {
    face = .front
  }

  func focusedPosition() throws(MapError) -> Int {
    guard let focus else { throw .nothingFocused }
    return focus
  }
}
