import Testing

@testable import Inventory

@Suite("Words")
struct WordsTests {
  @Test("The words are exactly those that the tester asked for (3.10, p. 41)")
  func testReport() {
    #expect(Phrase.loggedIn.text(in: .german) == "Login erfolgreich")
    #expect(
      Phrase.returned.text(in: .german) == "Gegenstand wurde erfolgreich zurückgegeben.")
    #expect(Phrase.lentBy("bob").text(in: .german) == "Ausgeliehen von bob")
    #expect(Phrase.unit("IT").text(in: .german) == "Abteilung: IT")
    #expect(Phrase.lentBy("bob").text(in: .english) == "Lent by bob")
    #expect(Phrase.unit("IT").text(in: .english) == "Organization unit: IT")
  }

  @Test("Each success has a message in each language")
  func successes() {
    let successes: [Phrase] = [.loggedIn, .lent, .returned, .added]
    #expect(
      successes.map { $0.text(in: .english) } == [
        "Login successful", "The device was borrowed successfully.",
        "The device was returned successfully.", "The device was added successfully.",
      ])
    #expect(
      successes.map { $0.text(in: .german) } == [
        "Login erfolgreich", "Gegenstand wurde erfolgreich ausgeliehen.",
        "Gegenstand wurde erfolgreich zurückgegeben.",
        "Gegenstand wurde erfolgreich hinzugefügt.",
      ])
  }

  @Test("A device's page shows its state, its borrower and all other details")
  func lines() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    try client.connect(alice)
    let free = try client.addDevice(
      NewDevice(name: "Drone", location: "Hangar 1", serialNumber: "DR-1"))
    #expect(
      free.lines(in: .english) == [
        "Drone", "Available", "Location: Hangar 1", "Serial number: DR-1",
        "Organization unit: IT",
      ])
    let other = try client.addDevice(
      NewDevice(
        name: "Drone", location: "Hangar 1", serialNumber: "DR-2", description: "Four rotors"))
    try client.lend(other.id, to: "bob", comment: "für morgen")
    #expect(
      try client.device(other.id).lines(in: .german) == [
        "Drone", "Ausgeliehen von bob", "Abgeholt von alice", "Standort: Hangar 1",
        "Seriennummer: DR-2", "Abteilung: IT", "Beschreibung: Four rotors",
        "Kommentar: für morgen",
      ])
    try client.lend(free.id, comment: "")
    #expect(
      try client.device(free.id).lines(in: .english).prefix(3) == [
        "Drone", "Lent by alice", "Location: Hangar 1",
      ])
  }

  @Test("The list's menu has the source's order (fig. 25, p. 50)")
  func menu() throws {
    let inventory = try FilledInventory()
    let menu = FilterMenu(units: try inventory.server.units())
    #expect(
      menu.stateTexts(in: .english) == [
        "All products", "Products borrowed by me", "Available products",
        "Not available products",
      ])
    #expect(
      menu.unitTexts(in: .english)
        == ["All", "Administration", "IT", "Research", "Sales", "Workshop"])
    #expect(menu.stateTexts(in: .german).last == "Nicht verfügbare Produkte")
    #expect(menu.unitTexts(in: .german).first == "Alle")
    #expect(menu.states == [.all, .mine, .available, .notAvailable])
  }
}
