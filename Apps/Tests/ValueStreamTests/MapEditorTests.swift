import Testing

@testable import ValueStream

@Suite struct MapEditorTests {
  /// A map of steps "0", "1", …, with the focus on one of them.
  private func editor(_ count: Int, focus: Int? = nil) throws -> MapEditor {
    var map = StreamMap()
    for position in 0..<count {
      try map.insert(at: position) { sticker throws(MapError) in try sticker.write("\(position)") }
    }
    var editor = MapEditor(map)
    if let focus { try editor.focus(on: focus) }
    return editor
  }

  private func texts(_ editor: MapEditor) -> [String] { editor.map.stickers.map(\.text) }

  @Test func `a sticker inserted after the focused one takes the focus`() throws {
    var editor = try editor(3, focus: 1)
    try editor.flip()
    try editor.insertAfterFocus { sticker throws(MapError) in try sticker.write("new") }
    #expect(texts(editor) == ["0", "1", "new", "2"])
    #expect(editor.focused?.text == "new")
    #expect(editor.face == .front)
  }

  @Test(arguments: [(0, 2), (1, 2), (2, 1), (3, 1)])
  func `the focus stays with its sticker when another is inserted`(position: Int, focus: Int) throws
  {
    var editor = try editor(3, focus: 1)
    try editor.flip()
    try editor.insert(at: position)
    #expect(editor.focus == focus)
    #expect(editor.focused?.text == "1")
    #expect(editor.face == .settings)
  }

  @Test(arguments: [
    (0, 2, "1"), (2, 0, "1"), (1, 2, "1"), (1, 0, "1"), (0, 1, "1"), (2, 1, "1"), (0, 0, "1"),
  ])
  func `the focus stays with its sticker when any sticker is moved`(
    from: Int, to: Int, text: String
  ) throws {
    var editor = try editor(3, focus: 1)
    try editor.move(from: from, to: to)
    #expect(editor.focused?.text == text)
  }

  @Test func `when the focused sticker is removed, the next takes the focus, or else the previous`()
    throws
  {
    var editor = try editor(3, focus: 1)
    try editor.flip()
    try editor.remove()
    #expect(editor.focused?.text == "2")
    #expect(editor.face == .front)
    try editor.remove()
    #expect(editor.focused?.text == "0")
    try editor.remove()
    #expect(editor.focus == nil)
  }

  @Test func `removing a sticker before the focused one keeps the focus`() throws {
    var editor = try editor(3, focus: 2)
    try editor.flip()
    try editor.remove(at: 0)
    #expect(editor.focus == 1)
    #expect(editor.focused?.text == "2")
    #expect(editor.face == .settings)
  }

  @Test func `the focus steps from end to end and no further`() throws {
    var editor = try editor(2)
    let steps = [
      editor.focusPrevious(), editor.focusNext(), editor.focusPrevious(), editor.focusPrevious(),
    ]
    #expect(steps == [true, false, true, false])
    #expect(editor.focus == 0)
    var unfocused = try self.editor(2)
    unfocused.focusNext()
    #expect(unfocused.focus == 0)
    var empty = MapEditor()
    let (next, previous) = (empty.focusNext(), empty.focusPrevious())
    #expect(!next && !previous)
  }

  @Test func `moving the focus to another sticker shows its front`() throws {
    var editor = try editor(2, focus: 0)
    try editor.flip()
    #expect(editor.face == .settings)
    try editor.focus(on: 0)
    #expect(editor.face == .settings)
    editor.focusNext()
    #expect(editor.face == .front)
    try editor.flip()
    try editor.flip()
    #expect(editor.face == .front)
  }

  @Test func `every property of a sticker can be edited, undone and redone`() throws {
    var editor = try editor(1, focus: 0)
    try editor.classify(as: .waste)
    try editor.setDuration(minutes: 7)
    try editor.write("Größe")
    try editor.setFont(StickerFont(family: .serif, size: .points18))
    try editor.setBackground(.blue)
    let sticker = try Sticker(
      id: StickerID(1), classification: .waste, minutes: Minutes(7), text: "Größe",
      font: StickerFont(family: .serif, size: .points18), background: .blue)
    #expect(editor.focused == sticker)
    for _ in 0..<5 { try editor.undo() }
    #expect(editor.focused == (try Sticker(id: StickerID(1), text: "0")))
    for _ in 0..<5 { try editor.redo() }
    #expect(editor.focused == sticker)
  }

  @Test func `undo and redo move the focus to where the edit was`() throws {
    var editor = try editor(5, focus: 1)
    try editor.insertAfterFocus()
    try editor.focus(on: 4)
    try editor.flip()
    try editor.undo()
    #expect(editor.focus == 1)
    #expect(editor.face == .front)
    try editor.focus(on: 3)
    try editor.redo()
    #expect(editor.focus == 2)
  }

  @Test func `a refused edit changes nothing and leaves nothing to undo`() throws {
    var editor = try editor(2, focus: 1)
    let before = editor.map
    let long = String(repeating: "x", count: Sticker.longestText + 1)
    #expect(throws: MapError.textTooLong(bytes: 4_097, limit: 4_096)) { try editor.write(long) }
    #expect(throws: MapError.textTooLong(bytes: 4_097, limit: 4_096)) {
      try editor.insertAfterFocus { sticker throws(MapError) in try sticker.write(long) }
    }
    #expect(throws: MapError.durationNotAllowed(minutes: -1)) {
      try editor.setDuration(minutes: -1)
    }
    #expect(throws: MapError.noPlace(position: 3, count: 2)) { try editor.insert(at: 3) }
    #expect(throws: MapError.noSticker(position: 2, count: 2)) { try editor.remove(at: 2) }
    #expect(throws: MapError.noSticker(position: 2, count: 2)) { try editor.move(to: 2) }
    #expect(throws: MapError.noSticker(position: 9, count: 2)) { try editor.move(from: 9, to: 9) }
    #expect(throws: MapError.noSticker(position: -1, count: 2)) { try editor.focus(on: -1) }
    #expect(editor.map == before)
    #expect(editor.focus == 1)
    #expect(!editor.canUndo)
    #expect(throws: MapError.nothingToUndo) { try editor.undo() }
    #expect(throws: MapError.nothingToRedo) { try editor.redo() }
  }

  @Test func `edits at the focus are refused if no sticker has it`() throws {
    var editor = try editor(2)
    #expect(throws: MapError.nothingFocused) { try editor.flip() }
    #expect(throws: MapError.nothingFocused) { try editor.insertAfterFocus() }
    #expect(throws: MapError.nothingFocused) { try editor.remove() }
    #expect(throws: MapError.nothingFocused) { try editor.move(to: 0) }
    #expect(throws: MapError.nothingFocused) { try editor.classify(as: .waste) }
    #expect(!editor.canUndo)
  }

  @Test func `an edit that changes nothing leaves nothing to undo`() throws {
    var editor = try editor(2, focus: 0)
    try editor.classify(as: .valueAdding)
    try editor.write("0")
    try editor.move(to: 0)
    #expect(!editor.canUndo)
    try editor.write("new")
    try editor.undo()
    try editor.write("0")
    #expect(editor.canRedo)
    try editor.write("other")
    #expect(!editor.canRedo)
  }

  @Test func `the latest edits can be undone, up to the limit`() throws {
    var editor = try editor(1, focus: 0)
    for minutes in 1...2_500 { try editor.setDuration(minutes: Double(minutes)) }
    for minutes in (1_500..<2_500).reversed() {
      try editor.undo()
      #expect(editor.focused?.minutes.value == Double(minutes))
    }
    #expect(!editor.canUndo)
    for _ in 0..<MapEditor.undoLimit { try editor.redo() }
    #expect(editor.focused?.minutes.value == 2_500)
    #expect(!editor.canRedo)
  }
}
