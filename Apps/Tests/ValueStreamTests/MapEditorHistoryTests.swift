import SeededRandom
import Testing

@testable import ValueStream

/// Any edits in any order give what a plain array gives, one copied before each edit.
@Suite struct MapEditorHistoryTests {
  /// The editor's peer: the stickers in an array, and all earlier arrays that are kept.
  private struct Model {
    /// The line before an edit, or after it, and where the focus was then.
    struct State {
      var line: [Sticker] = []
      var focus: Int?
    }

    var line: [Sticker] = []
    private(set) var past: [(before: State, after: State)] = []
    private(set) var future: [(before: State, after: State)] = []

    /// Makes an edit that the editor has made.
    mutating func edit(
      focus before: Int?, then after: Int?, _ change: (inout [Sticker]) -> Void
    ) {
      let earlier = State(line: line, focus: before)
      change(&line)
      push((earlier, State(line: line, focus: after)))
      future = []
    }

    /// Returns where the focus goes.
    mutating func undo() -> Int? {
      let edit = past.removeLast()
      future.append(edit)
      line = edit.before.line
      return edit.before.focus
    }

    /// Returns where the focus goes.
    mutating func redo() -> Int? {
      let edit = future.removeLast()
      push(edit)
      line = edit.after.line
      return edit.after.focus
    }

    private mutating func push(_ edit: (State, State)) {
      past.append(edit)
      if past.count > MapEditor.undoLimit { past.removeFirst() }
    }
  }

  @Test(arguments: [11, 12, 13])
  func `an editing session matches a model with arrays`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var editor = MapEditor()
    var model = Model()
    for step in 1...3_000 {
      switch random.below(12) {
      case 0..<4: try insert(&editor, &model, &random)
      case 4 where !model.line.isEmpty:
        let position = random.below(model.line.count)
        let focus = editor.focus
        try editor.remove(at: position)
        model.edit(focus: focus, then: editor.focus) { $0.remove(at: position) }
      case 5 where !model.line.isEmpty: try change(&editor, &model, &random)
      case 7 where !model.line.isEmpty: try move(&editor, &model, &random)
      case 8 where !model.past.isEmpty, 9 where !model.past.isEmpty:
        try editor.undo()
        try #require(editor.focus == model.undo())
      case 10 where !model.future.isEmpty:
        try editor.redo()
        try #require(editor.focus == model.redo())
      default: editor.focusNext()
      }
      try #require(editor.canUndo == !model.past.isEmpty)
      try #require(editor.canRedo == !model.future.isEmpty)
      try #require(editor.map.stickers.count == model.line.count)
      if let focus = editor.focus { try #require(model.line.indices.contains(focus)) }
      if step.isMultiple(of: 20) { try expect(editor, equals: model.line, &random) }
    }
    while !model.past.isEmpty {
      try editor.undo()
      try #require(editor.focus == model.undo())
    }
    #expect(!editor.canUndo)
    try expect(editor, equals: model.line, &random)
  }

  private func insert(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SplitMix64
  ) throws {
    let position = random.below(model.line.count + 1)
    let minutes = try Minutes(Double(random.below(100)))
    let focus = editor.focus
    try editor.insert(at: position) { $0.minutes = minutes }
    let made = editor.map.stickers[position]
    #expect(made.minutes == minutes)
    #expect(!model.line.contains { $0.id == made.id })
    model.edit(focus: focus, then: editor.focus) { $0.insert(made, at: position) }
  }

  private func change(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SplitMix64
  ) throws {
    let position = random.below(model.line.count)
    try editor.focus(on: position)
    let text = "\(random.next())"
    try editor.write(text)
    var written = model.line[position]
    try written.write(text)
    let changed = written
    model.edit(focus: position, then: editor.focus) { $0[position] = changed }
  }

  private func move(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SplitMix64
  ) throws {
    let (from, to) = (random.below(model.line.count), random.below(model.line.count))
    let (focus, focused) = (editor.focus, editor.focused?.id)
    try editor.move(from: from, to: to)
    #expect(editor.focused?.id == focused)
    guard from != to else { return }
    model.edit(focus: focus, then: editor.focus) { $0.insert($0.remove(at: from), at: to) }
  }

  private func expect(
    _ editor: MapEditor, equals line: [Sticker], _ random: inout SplitMix64
  ) throws {
    try #require(Array(editor.map.stickers) == line)
    let sum = line.reduce(Totals.none) { $0 + Totals(of: $1) }
    #expect(editor.map.totals == sum)
    let position = random.below(line.count + 1)
    #expect(
      editor.map.stickers.totals(before: position)
        == line[..<position].reduce(Totals.none) { $0 + Totals(of: $1) })
  }
}
