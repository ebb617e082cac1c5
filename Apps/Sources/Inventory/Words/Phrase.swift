/// All that the app says other than refusals, in each language: the catalogue of its strings.
///
/// The tester asked for the German messages after logging in and returning, and for the blank and
/// the colon of two labels (3.10, p. 41); the other words are ours.
public enum Phrase: Hashable, Sendable {
  // Success

  /// Connected with a server.
  case loggedIn
  /// A device was lent.
  case lent
  /// A device was brought back.
  case returned
  /// A device was added.
  case added

  // A device's details

  /// Nobody has it.
  case available
  /// Who has it.
  case lentBy(String)
  /// Who lent it to the one who has it.
  case takenOutBy(String)
  /// Where it is kept.
  case location(String)
  /// The maker's number.
  case serialNumber(String)
  /// The unit that owns it.
  case unit(String)
  /// What it is.
  case description(String)
  /// The borrower's comment.
  case comment(String)

  // The list's menu

  /// Which devices by their state.
  case state(DeviceFilter.State)
  /// The heading above the units.
  case byOrganization
  /// The devices of all units.
  case allUnits

  /// The text in a language.
  public func text(in language: Language) -> String {
    switch language {
    case .english: wording.english
    case .german: wording.german
    }
  }

  private var wording: (english: String, german: String) {
    switch self {
    case .loggedIn: ("Login successful", "Login erfolgreich")
    case .lent:
      ("The device was borrowed successfully.", "Gegenstand wurde erfolgreich ausgeliehen.")
    case .returned:
      ("The device was returned successfully.", "Gegenstand wurde erfolgreich zurückgegeben.")
    case .added:
      ("The device was added successfully.", "Gegenstand wurde erfolgreich hinzugefügt.")
    case .available: ("Available", "Verfügbar")
    case .lentBy(let user): ("Lent by \(user)", "Ausgeliehen von \(user)")
    case .takenOutBy(let user): ("Taken out by \(user)", "Abgeholt von \(user)")
    case .location(let text): ("Location: \(text)", "Standort: \(text)")
    case .serialNumber(let text): ("Serial number: \(text)", "Seriennummer: \(text)")
    case .unit(let name): ("Organization unit: \(name)", "Abteilung: \(name)")
    case .description(let text): ("Description: \(text)", "Beschreibung: \(text)")
    case .comment(let text): ("Comment: \(text)", "Kommentar: \(text)")
    case .state(.all): ("All products", "Alle Produkte")
    case .state(.mine): ("Products borrowed by me", "Von mir ausgeliehene Produkte")
    case .state(.available): ("Available products", "Verfügbare Produkte")
    case .state(.notAvailable): ("Not available products", "Nicht verfügbare Produkte")
    case .byOrganization: ("By organization", "Nach Organisation")
    case .allUnits: ("All", "Alle")
    }
  }
}
