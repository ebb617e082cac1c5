import Testing

@testable import ValueStream

@Suite struct MapErrorTests {
  @Test(arguments: [
    (
      MapError.durationNotAllowed(minutes: -1.5),
      "A step can't take -1.5 minutes: allowed are 0 to 5270400.0."
    ),
    (
      .unknownColour("red", allowed: ["yellow", "white"]),
      "There is no colour \"red\": the list has yellow, white."
    ),
    (
      .unknownFontFamily("Arial", allowed: ["Sans", "Serif"]),
      "There is no font \"Arial\": the list has Sans, Serif."
    ),
    (.unknownFontSize(9, allowed: [8, 10]), "There is no font size 9: the list has 8, 10."),
    (.textTooLong(bytes: 5_000, limit: 4_096), "The text has 5000 bytes; a sticker holds 4096."),
    (
      .noSticker(position: 7, count: 3), "There is no sticker at position 7: the map has 3."
    ),
    (.noPlace(position: 7, count: 3), "A sticker can't stand at position 7: the map has 3."),
    (
      .nameNotAllowed(number: 0),
      "A sticker can't have the number 0: allowed are 1 to 4611686018427387903."
    ),
    (.nameTwice(number: 7), "Two stickers have the number 7."),
    (
      .unknownSymbol("kanban", allowed: ["process", "inventory"]),
      "There is no symbol \"kanban\": the list has process, inventory."
    ),
    (.labelBlank, "A label needs a text."),
    (.labelTooLong(bytes: 256, limit: 255), "The label has 256 bytes; one holds 255."),
    (
      .labelHasControlCharacter(codePoint: 10),
      "The label holds the control character 10: a label is one line of text."
    ),
    (.nothingBeside, "The first step can't run beside others: there are none before it."),
    (.noSection(position: 3), "No section begins at position 3."),
    (
      .sectionsNotInOrder(position: 3),
      "The section at position 3 begins no later than the one before it."
    ),
    (.tooManySections(limit: 200), "A map has at most 200 sections."),
    (.noParty("supplier"), "There is no supplier on the map."),
    (.noStep(number: 7), "No step has the number 7."),
    (.flowToItself, "Information can't flow from one to itself."),
    (
      .tooManyFlows(limit: 4),
      "At most 4 flows begin or end at a step, or go between the same two."
    ),
    (.noFlow(index: 2, count: 1), "There is no flow of information 2: the map has 1."),
    (.nothingFocused, "No sticker has the focus."),
    (.nothingToUndo, "There is nothing to undo."),
    (.nothingToRedo, "There is nothing to redo."),
  ])
  func `each refusal is explained in words`(error: MapError, text: String) {
    #expect(error.description == text)
  }

  @Test func `a colour, font, size or symbol that is unknown is refused with the allowed ones`() {
    #expect(
      throws: MapError.unknownColour(
        "red", allowed: ["yellow", "white", "blue", "pink", "grey", "violet"])
    ) { try BackgroundColour(named: "red") }
    #expect(throws: MapError.unknownFontFamily("Arial", allowed: ["Sans", "Serif", "Monospace"])) {
      try StickerFont(family: "Arial", size: 12)
    }
    #expect(
      throws: MapError.unknownSymbol("kanban", allowed: ["process", "inventory", "transport"])
    ) { try StepSymbol(named: "kanban") }
    #expect(throws: MapError.unknownFontSize(9, allowed: [8, 10, 12, 14, 18, 24])) {
      try StickerFont(family: "Sans", size: 9)
    }
  }

  @Test func `a time that no step can take is refused`() {
    for minutes in [-0.001, 5_270_400.001, .infinity, -.infinity] {
      #expect(throws: MapError.durationNotAllowed(minutes: minutes)) { try Minutes(minutes) }
    }
    #expect(throws: MapError.self) { try Minutes(.nan) }
  }

  @Test(arguments: [
    (0, "0 min"), (59, "59 s"), (60, "1 min"), (3_600, "1 h"), (90_061, "25 h 1 min 1 s"),
  ])
  func `times are written in hours, minutes and seconds`(seconds: Int64, text: String) {
    #expect(Minutes(seconds: seconds).text == text)
  }
}
