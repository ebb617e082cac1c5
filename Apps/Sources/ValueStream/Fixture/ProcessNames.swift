import SeededRandom

/// The words a fixture is made of: processes and steps in German, English and French.
enum ProcessNames {
  private static let processes = [
    "Wareneingang", "Auftragsabwicklung", "Gehäusefertigung", "Kabelkonfektion", "Qualitätsprüfung",
    "Rückversand", "Blechverarbeitung", "Großteilmontage", "Lackiererei", "Härterei",
    "Order to Cash", "Goods Receipt", "Final Assembly", "Invoice Approval", "Spare Parts",
    "Onboarding", "Claims Handling", "Injection Moulding", "Kitting", "Returns",
    "Réception des matières", "Découpe laser", "Contrôle qualité", "Expédition", "Peinture époxy",
    "Câblage", "Achèvement", "Préparation de commande", "Tôlerie", "Façonnage",
  ]
  private static let places = [
    "Halle 1", "Halle 2", "Halle 3", "Werk Süd", "Werk Köln", "Werk Zürich", "Linie A", "Linie B",
    "Line 4", "Building C", "Leeds", "Detroit", "Poste 7", "Atelier Nord", "Orléans", "Nîmes",
  ]
  private static let states = ["Ist", "Soll", "current", "future", "actuel", "cible"]

  /// E.g. "Gehäusefertigung, Werk Süd (Ist 2016-03) 17"; the number makes it unique.
  static func fileName(_ number: Int, _ random: inout SplitMix64) -> String {
    let process = random.pick(processes)
    let place = random.pick(places)
    let state = random.pick(states)
    let year = 2010 + random.below(7)
    let month = random.below(12) + 1
    return "\(process), \(place) (\(state) \(year)-\(month < 10 ? "0" : "")\(month)) \(number)"
  }

  private static let steps: [(Classification, [String])] = [
    (
      .valueAdding,
      [
        "Drehen", "Fräsen", "Bohren M8", "Schweißen", "Lackieren", "Löten", "Montage Gehäuse",
        "Assemble", "Weld frame", "Paint", "Solder", "Label and pack", "Mould housing",
        "Découper", "Souder", "Peindre", "Assembler le boîtier", "Câbler",
      ]
    ),
    (
      .auxiliary,
      [
        "Rüsten", "Prüfung 100 %", "Wareneingang buchen", "Werkzeug wechseln", "Reinigen",
        "Set up machine", "Inspect", "Book goods in", "Change tool", "Print papers",
        "Régler la machine", "Contrôler", "Nettoyer", "Saisir la réception",
      ]
    ),
    (
      .waste,
      [
        "Warten auf Freigabe", "Transport zur Härterei", "Liegezeit im Lager", "Nacharbeit",
        "Suche nach Material", "Wait for batch", "Walk to store", "Rework", "Queue",
        "Attente", "Transport vers l'atelier", "Stock intermédiaire", "Retouche",
      ]
    ),
  ]

  /// A kind of step and what stands on its sticker, e.g. "Rüsten 4".
  static func step(_ random: inout SplitMix64) -> (Classification, String) {
    let (classification, texts) = random.pick(steps)
    return (classification, "\(random.pick(texts)) \(random.below(40) + 1)")
  }
}
