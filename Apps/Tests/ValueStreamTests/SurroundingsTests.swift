import Testing

@testable import ValueStream

@Suite struct SurroundingsTests {
  private var editor: MapEditor
  private let ids: [StickerID]

  init() throws {
    editor = MapEditor(try map("a", "b", "c"))
    ids = editor.map.stickers.map(\.id)
  }

  private func flow(
    _ from: InformationFlow.End, _ to: InformationFlow.End, _ text: String = "Order"
  ) throws(MapError) -> InformationFlow {
    try InformationFlow(from: from, to: to, text)
  }

  /// The error that an edit throws; nil when it throws none.
  private func refusal(_ edit: (inout MapEditor) throws(MapError) -> Void) -> MapError? {
    var editor = editor
    do throws(MapError) {
      try edit(&editor)
      return nil
    } catch {
      return error
    }
  }

  @Test mutating func `a party beside the line can be renamed and removed`() throws {
    try editor.put(.supplier, named: " Michigan Steel ")
    try editor.put(.supplier, named: "Ovako")
    try editor.put(.customer, named: "State Street")
    #expect(
      editor.map.surroundings.parties.mapValues(\.text) == [
        .supplier: "Ovako", .customer: "State Street",
      ])
    try editor.remove(.supplier)
    #expect(editor.map.surroundings.parties.mapValues(\.text) == [.customer: "State Street"])
    #expect(
      refusal { editor throws(MapError) in try editor.remove(.supplier) } == .noParty("supplier"))
    #expect(
      refusal { editor throws(MapError) in try editor.put(.control, named: " ") } == .labelBlank)
  }

  @Test mutating func `information flows only between parties and steps that exist`() throws {
    try editor.put(.control, named: "Planning")
    try editor.put(.customer, named: "Customer")
    let order = try InformationFlow(
      from: .party(.customer), to: .party(.control), way: .electronic, "Daily order")
    try editor.add(order)
    try editor.add(try flow(.party(.control), .step(ids[1])))
    try editor.add(try flow(.step(ids[2]), .step(ids[0])))
    #expect(editor.map.surroundings.flows.map(\.label.text) == ["Daily order", "Order", "Order"])
    #expect(editor.map.surroundings.flows[0].way == .electronic)
    try editor.removeFlow(at: 1)
    #expect(editor.map.surroundings.flows.count == 2)
    func refusal(
      _ from: InformationFlow.End, _ to: InformationFlow.End, _ text: String = "Order"
    ) -> MapError? {
      self.refusal { editor throws(MapError) in try editor.add(try flow(from, to, text)) }
    }
    #expect(refusal(.party(.supplier), .party(.control)) == .noParty("supplier"))
    #expect(refusal(.party(.control), .step(StickerID(99))) == .noStep(number: 99))
    #expect(refusal(.party(.control), .party(.control)) == .flowToItself)
    #expect(refusal(.party(.control), .step(ids[0]), "") == .labelBlank)
    for index in [-1, 2] {
      let error = self.refusal { editor throws(MapError) in try editor.removeFlow(at: index) }
      #expect(error == .noFlow(index: index, count: 2))
    }
  }

  @Test mutating func `more flows than can be drawn at one end are refused`() throws {
    for party in Party.allCases { try editor.put(party, named: party.rawValue) }
    for end in [InformationFlow.End.step(ids[0]), .party(.supplier)] {
      for _ in 0..<2 {
        try editor.add(try flow(.party(.control), end))
        try editor.add(try flow(end, .party(.control)))
      }
      let error = refusal { editor throws(MapError) in
        try editor.add(try flow(.party(.control), end))
      }
      #expect(error == .tooManyFlows(limit: 4))
    }
    // The others are free.
    try editor.add(try flow(.party(.control), .step(ids[1])))
    try editor.add(try flow(.party(.customer), .party(.supplier)))
  }

  @Test mutating func `removing a step or a party removes its flows, and undo brings them back`()
    throws
  {
    try editor.put(.control, named: "Planning")
    try editor.add(try flow(.party(.control), .step(ids[1])))
    try editor.add(try flow(.step(ids[2]), .step(ids[0])))
    let whole = editor.map.surroundings
    try editor.remove(at: 1)
    #expect(editor.map.surroundings.flows.count == 1)
    try editor.undo()
    #expect(editor.map.surroundings == whole)
    try editor.remove(.control)
    #expect(editor.map.surroundings.flows.map(\.from) == [.step(ids[2])])
    try editor.undo()
    #expect(editor.map.surroundings == whole)
    try editor.redo()
    try editor.undo()
    for _ in 0..<3 { try editor.undo() }
    #expect(editor.map.surroundings == .none)
    #expect(!editor.canUndo)
    for _ in 0..<3 { try editor.redo() }
    #expect(editor.map.surroundings == whole)
  }

  @Test mutating func `sections begin and end at the focus, which stays`() throws {
    #expect(refusal { editor throws(MapError) in try editor.beginSection("x") } == .nothingFocused)
    #expect(refusal { editor throws(MapError) in try editor.dissolveSection() } == .nothingFocused)
    try editor.focus(on: 1)
    try editor.flip()
    try editor.beginSection("Weld", isParallel: true)
    try editor.beginSection("Weld", isParallel: true)
    #expect(editor.focus == 1)
    #expect(editor.face == .settings)
    try editor.dissolveSection()
    #expect(editor.map.surroundings.isEmpty)
    try editor.undo()
    #expect(editor.map.parts.map(\.name) == [nil, "Weld"])
    // What changed nothing left nothing to undo.
    try editor.undo()
    #expect(!editor.canUndo)
  }

  @Test mutating func `a step has the symbol chosen for it`() throws {
    try editor.focus(on: 0)
    try editor.draw(as: .inventory)
    #expect(editor.focused?.symbol == .inventory)
    try editor.draw(as: .inventory)
    try editor.undo()
    #expect(editor.focused?.symbol == .process)
    #expect(!editor.canUndo)
  }

  @Test mutating func `a new sticker has the look chosen last`() throws {
    try editor.focus(on: 0)
    let font = StickerFont(family: .serif, size: .points18)
    try editor.setFont(font)
    try editor.setBackground(.blue)
    try editor.insertAfterFocus()
    #expect(editor.focused?.font == font)
    #expect(editor.focused?.background == .blue)
    try editor.insert(at: 0) { $0.background = .pink }
    #expect(editor.map.stickers[0].background == .pink)
    #expect(editor.map.stickers[0].font == font)
    #expect(editor.style == StickerStyle(font: font, background: .blue))
    // What others had is as it was, and another map begins with the look it is given.
    #expect(editor.map.stickers[3].font == .standard)
    var other = MapEditor(style: editor.style)
    try other.insert(at: 0)
    #expect(other.map.stickers[0].background == .blue)
  }

  @Test func `a map can be made of saved surroundings, but not of invalid ones`() throws {
    var whole = editor.map
    try whole.beginSection("A", at: 0)
    try whole.beginSection("B", at: 2, isParallel: true)
    try whole.put(.control, named: "Planning")
    try whole.add(try flow(.party(.control), .step(ids[1])))
    #expect(try StreamMap(whole.stickers, whole.surroundings) == whole)
    func refusal(
      of line: StickerSequence, _ change: (inout Surroundings) -> Void
    ) -> MapError? {
      var surroundings = whole.surroundings
      change(&surroundings)
      do throws(MapError) {
        _ = try StreamMap(line, surroundings)
        return nil
      } catch {
        return error
      }
    }
    let line = whole.stickers
    #expect(refusal(of: line) { $0.sections[1].first = 3 } == .noSticker(position: 3, count: 3))
    #expect(refusal(of: line) { $0.sections[1].first = 0 } == .sectionsNotInOrder(position: 0))
    #expect(refusal(of: line) { $0.sections[0].isParallel = true } == .nothingBeside)
    #expect(refusal(of: line) { $0.parties = [:] } == .noParty("control"))
    var shorter = line
    shorter.remove(at: 1)
    #expect(refusal(of: shorter) { $0.sections = [] } == .noStep(number: 2))
  }
}
