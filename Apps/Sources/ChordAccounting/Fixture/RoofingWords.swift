import SeededRandom

/// The words a fixture is made of: roofers' activities in English and Danish, streets and names.
enum RoofingWords {
  private static let materials: [(name: String, unit: ActivityUnit)] = [
    ("Top felt", .squareMetres), ("Under felt", .squareMetres), ("Tagpap", .squareMetres),
    ("Underpap", .squareMetres), ("Insulation board", .squareMetres),
    ("Vapour barrier", .squareMetres), ("Roof tiles", .squareMetres), ("Skifer", .squareMetres),
    ("Undertag", .squareMetres), ("Flashing", .runningMetres), ("Inddækning", .runningMetres),
    ("Gutter", .runningMetres), ("Tagrende", .runningMetres), ("Ridge", .runningMetres),
    ("Rygning", .runningMetres), ("Skotrende", .runningMetres), ("Verge board", .runningMetres),
    ("Batten", .runningMetres), ("Vent", .pieces), ("Ventilationshætte", .pieces),
    ("Skylight", .pieces), ("Ovenlys", .pieces), ("Snow guard", .pieces), ("Ladder hook", .pieces),
    ("Down pipe", .pieces), ("Nedløbsrør", .pieces),
  ]
  private static let works = [
    "laid", "welded", "nailed", "glued", "removed", "replaced", "cut to size", "mended",
    "carried up",
  ]
  private static let places = [
    "flat roof", "pitch to 15°", "pitch 15° to 45°", "pitch over 45°", "at the chimney",
    "at the gable", "at the ridge", "around skylights", "over 10 m above ground", "by hand",
  ]
  private static let streets = [
    "Havnegade", "Vestergade", "Østergade", "Nørregade", "Søndergade", "Kirkevej", "Skolevej",
    "Åboulevard", "Mill Lane", "Church Road",
  ]
  private static let employers = [
    "Fyns Tag ApS", "Odense Tagdækning", "Holm & Søn", "Tag og Facade A/S", "Roof Works Ltd",
  ]
  private static let roofers = [
    "Jens Holm", "Mads Lund", "Søren Bæk", "Lars Kjær", "Anne Dahl", "Peter Møller", "Ida Ravn",
  ]

  /// Such as "Top felt, welded, flat roof", and its unit.
  static func activity(_ random: inout SplitMix64) -> (type: String, unit: ActivityUnit) {
    let material = random.pick(materials)
    return ("\(material.name), \(random.pick(works)), \(random.pick(places))", material.unit)
  }

  /// Such as "Havnegade 5".
  static func project(_ random: inout SplitMix64) -> String {
    "\(random.pick(streets)) \(random.below(120) + 1)"
  }

  static func employer(_ random: inout SplitMix64) -> String { random.pick(employers) }

  /// One roofer or two different ones.
  static func team(_ random: inout SplitMix64) throws(AccountingError) -> Team {
    let first = random.below(roofers.count)
    let second = random.below(2 * roofers.count)
    let isAlone = second >= roofers.count || second == first
    return try Team([roofers[first]] + (isAlone ? [] : [roofers[second]]))
  }
}
