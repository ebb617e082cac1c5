import Testing

@testable import ValueStream

/// Any edits in any order give what a plain array gives, one copied before each edit.
@Suite struct MapEditorHistoryTests {
  /// The editor's peer: names and durations in an array, and all earlier arrays.
  private struct Model {
    var line: [Sticker] = []
    var past: [[Sticker]] = []
    var future: [[Sticker]] = []

    mutating func edit(_ change: (inout [Sticker]) -> Void) {
      past.append(line)
      future = []
      change(&line)
    }

    mutating func undo() {
      future.append(line)
      line = past.removeLast()
    }

    mutating func redo() {
      past.append(line)
      line = future.removeLast()
    }
  }

  @Test(arguments: [11, 12, 13])
  func `a session is as one with an array`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var editor = MapEditor()
    var model = Model()
    for step in 1...3_000 {
      switch random.below(12) {
      case 0..<4: try insert(&editor, &model, &random)
      case 4 where !model.line.isEmpty:
        let position = random.below(model.line.count)
        try editor.remove(at: position)
        model.edit { $0.remove(at: position) }
      case 5 where !model.line.isEmpty: try change(&editor, &model, &random)
      case 7 where !model.line.isEmpty: try move(&editor, &model, &random)
      case 8, 9:
        if model.past.isEmpty || !editor.canUndo { continue }
        try editor.undo()
        model.undo()
      case 10:
        if model.future.isEmpty { continue }
        try editor.redo()
        model.redo()
      default: editor.focusNext()
      }
      try #require(editor.canRedo == !model.future.isEmpty)
      try #require(editor.map.stickers.count == model.line.count)
      if let focus = editor.focus { try #require(model.line.indices.contains(focus)) }
      if step.isMultiple(of: 20) { try expect(editor, equals: model.line, &random) }
    }
    while editor.canUndo, !model.past.isEmpty {
      try editor.undo()
      model.undo()
    }
    try expect(editor, equals: model.line, &random)
  }

  private func insert(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SeededRandom
  ) throws {
    let position = random.below(model.line.count + 1)
    let minutes = try Minutes(Double(random.below(100)))
    try editor.insert(at: position) { $0.minutes = minutes }
    let made = editor.map.stickers[position]
    #expect(made.minutes == minutes)
    #expect(!model.line.contains { $0.id == made.id })
    model.edit { $0.insert(made, at: position) }
  }

  private func change(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SeededRandom
  ) throws {
    let position = random.below(model.line.count)
    try editor.focus(on: position)
    let text = "\(random.next())"
    try editor.write(text)
    var written = model.line[position]
    try written.write(text)
    let changed = written
    model.edit { $0[position] = changed }
  }

  private func move(
    _ editor: inout MapEditor, _ model: inout Model, _ random: inout SeededRandom
  ) throws {
    let (from, to) = (random.below(model.line.count), random.below(model.line.count))
    let focused = editor.focused?.id
    try editor.move(from: from, to: to)
    #expect(editor.focused?.id == focused)
    if from != to { model.edit { $0.insert($0.remove(at: from), at: to) } }
  }

  private func expect(
    _ editor: MapEditor, equals line: [Sticker], _ random: inout SeededRandom
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
