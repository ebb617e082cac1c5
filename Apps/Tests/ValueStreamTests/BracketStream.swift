@testable import ValueStream

/// The stream of the exercise "Acme Stamping" in M. Rother and J. Shook, Learning to See (1999), as it
/// is: steel brackets, 18,400 a month of 20 days, made in two shifts of 460 minutes. The customer
/// takes 920 pieces in 920 minutes, so a piece that lies in stock is a minute of the lead time.
enum BracketStream {
  /// What lies before each step and, last, before the lorry, in pieces; 5 days of coils.
  static let stock: [Double] = [
    4_600, 4_600 + 2_400, 1_100 + 600, 1_600 + 850, 1_200 + 640, 2_700 + 1_440,
  ]
  /// The processes and their cycle times in seconds.
  static let processes: [(name: String, seconds: Double)] = [
    ("Stamping", 1), ("Spot weld 1", 39), ("Spot weld 2", 46), ("Assembly 1", 62),
    ("Assembly 2", 40),
  ]

  /// The current map: 21,730 minutes in stock, 23.6 days, and 188 seconds of work.
  static func current() throws -> StreamMap {
    var map = StreamMap()
    for (index, process) in processes.enumerated() {
      try add(index == 0 ? "Coils" : "\(processes[index - 1].name) stock", stock[index], to: &map)
      try map.insert(at: map.stickers.count) { sticker throws(MapError) in
        sticker.minutes = try Minutes(process.seconds / 60)
        try sticker.write("\(process.name)\nC/T \(Int(process.seconds)) s")
      }
    }
    try add("Finished goods", stock[5], to: &map)
    return map
  }

  /// A future map, made up: less stock of coils and goods, and none between the last four processes,
  /// which become a cell that assembles in 40 + 62 - 12 seconds.
  static func future() throws -> StreamMap {
    var map = try current()
    // Stock after each of the two welds and the first assembly.
    for position in [8, 6, 4] { try map.remove(at: position) }
    try map.change(at: 0) { sticker throws(MapError) in sticker.minutes = try Minutes(1_380) }
    try map.change(at: 2) { sticker throws(MapError) in sticker.minutes = try Minutes(1_380) }
    try map.change(at: 6) { sticker throws(MapError) in sticker.minutes = try Minutes(28 / 60.0) }
    try map.change(at: 7) { sticker throws(MapError) in sticker.minutes = try Minutes(1_840) }
    try map.insert(at: 7) { sticker throws(MapError) in
      sticker.classification = .auxiliary
      sticker.minutes = try Minutes(2)
      try sticker.write("Bring to the lorry")
    }
    return map
  }

  private static func add(_ name: String, _ pieces: Double, to map: inout StreamMap) throws {
    try map.insert(at: map.stickers.count) { sticker throws(MapError) in
      sticker.symbol = .inventory
      sticker.classification = .waste
      sticker.minutes = try Minutes(pieces)
      try sticker.write("\(name)\n\(Int(pieces)) pieces")
    }
  }

  /// Who stands around the line, and what they tell each other and the processes.
  static func surround(_ map: inout StreamMap) throws {
    try map.put(.supplier, named: "Michigan Steel Co.")
    try map.put(.control, named: "Production control (MRP)")
    try map.put(.customer, named: "State Street Assembly")
    let parties: [(Party, Party, String)] = [
      (.customer, .control, "90/60/30-day forecasts"), (.customer, .control, "Daily order"),
      (.control, .supplier, "6-week forecast"),
    ]
    for (from, to, text) in parties {
      try map.add(
        InformationFlow(from: .party(from), to: .party(to), way: .electronic, text))
    }
    try map.add(
      InformationFlow(from: .party(.control), to: .party(.supplier), "Weekly fax"))
    for sticker in map.stickers where sticker.symbol == .process {
      try map.add(
        InformationFlow(from: .party(.control), to: .step(sticker.id), "Weekly schedule"))
    }
  }
}
