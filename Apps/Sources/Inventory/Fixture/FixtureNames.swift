import SeededRandom

/// The words a fixture is made of.
enum FixtureNames {
  /// A model of device.
  struct Kind {
    let name: String
    let prefix: String
    let description: String
  }

  static let kinds: [Kind] = [
    Kind(name: "ThinkPad T440s", prefix: "TP", description: "Notebook, 14 inches, 8 GB"),
    Kind(name: "ThinkPad X240", prefix: "TP", description: "Notebook, 12.5 inches, 8 GB"),
    Kind(name: "MacBook Pro 13", prefix: "MB", description: "Notebook, 13 inches, 16 GB"),
    Kind(name: "MacBook Air 11", prefix: "MB", description: "Notebook, 11 inches, 8 GB"),
    Kind(name: "Latitude E7440", prefix: "LA", description: "Notebook, 14 inches, 8 GB"),
    Kind(name: "Surface Pro 3", prefix: "SP", description: "Tablet with pen and keyboard"),
    Kind(name: "iPad Air 2", prefix: "IP", description: "Tablet, 64 GB"),
    Kind(name: "iPad mini 3", prefix: "IP", description: "Tablet, 16 GB"),
    Kind(name: "Galaxy Tab S 10.5", prefix: "GT", description: "Tablet, 16 GB"),
    Kind(name: "Nexus 9", prefix: "NX", description: "Tablet for tests, 32 GB"),
    Kind(name: "iPhone 6", prefix: "PH", description: "Telephone for tests, 64 GB"),
    Kind(name: "Lumia 930", prefix: "PH", description: "Telephone for tests, 32 GB"),
    Kind(name: "EOS 70D", prefix: "CA", description: "Camera with 18-135 mm lens and bag"),
    Kind(name: "Coolpix P610", prefix: "CA", description: "Camera, 16 MP, two batteries"),
    Kind(name: "Legria HF R606", prefix: "CA", description: "Camcorder with tripod"),
    Kind(name: "EB-X31 Projector", prefix: "PR", description: "Projector, 3,200 lumens, VGA cable"),
    Kind(name: "PJ-M1 Pocket Projector", prefix: "PR", description: "Projector for the pocket"),
    Kind(name: "UltraSharp U2415", prefix: "MO", description: "Monitor, 24 inches"),
    Kind(name: "Laser Pointer R400", prefix: "PT", description: "Pointer with USB receiver"),
    Kind(name: "Jabra Speak 510", prefix: "AU", description: "Conference speaker with bag"),
    Kind(name: "Zoom H4n Recorder", prefix: "AU", description: "Sound recorder with windscreen"),
    Kind(name: "Oscilloscope DS1054Z", prefix: "OS", description: "Four channels, 50 MHz"),
    Kind(name: "Multimeter 87V", prefix: "MM", description: "Multimeter with test leads"),
    Kind(name: "Label Printer QL-570", prefix: "LP", description: "Prints the QR codes"),
  ]

  static let comments = [
    "", "For the lecture", "Customer visit", "Home office", "Trade fair", "Field test",
    "Replacement while mine is repaired", "Photographs for the brochure",
  ]

  private static let firstNames = [
    "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "kurt",
    "laura", "mallory", "niaj", "olivia", "peggy", "quentin", "rupert", "sybil", "trent", "ursula",
    "victor", "walter", "xenia", "yves", "zoe",
  ]

  /// alice, bob, carol … zoe, alice2, bob2 …
  static func user(_ index: Int) -> String {
    let round = index / firstNames.count
    return firstNames[index % firstNames.count] + (round == 0 ? "" : String(round + 1))
  }

  /// E.g. "Building C, Room 214".
  static func location(_ random: inout SplitMix64) -> String {
    let building = random.pick(["A", "B", "C", "D"])
    let floor = random.below(5)
    let room = random.below(30) + 1
    return "Building \(building), Room \(floor)\(room < 10 ? "0" : "")\(room)"
  }

  /// Crockford's letters for numbers, without those that are taken for others.
  private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// E.g. "TP-3F07-123": the end makes it unique, the middle makes its order random.
  static func serialNumber(_ number: Int64, of kind: Kind, _ random: inout SplitMix64) -> String {
    var bits = random.next()
    var middle: [UInt8] = []
    for _ in 0..<4 {
      middle.append(letters[Int(bits & 31)])
      bits >>= 5
    }
    return "\(kind.prefix)-\(String(decoding: middle, as: UTF8.self))-\(number)"
  }

  /// The hash of ``InventoryFixture/password`` with the parameters of ``PasswordHash``, made once
  /// by it and kept here as text. A test checks that both still hold.
  static let passwordHash =
    "$argon2id$v=19$m=19456,t=2,p=1$0KPQSK76TuJnTpXDbcqOQA$"
    + "2w7aHxNaLSED2n81Xkr0YpuhU2aclOmCir916nyQmdQ"
}
