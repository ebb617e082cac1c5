import AppPages

extension BackgroundColour {
  /// The paper: pale, so that black text on it is easy to read.
  var ink: Ink {
    switch self {
    case .yellow: Ink(red: 1, green: 0.97, blue: 0.76)
    case .white: .white
    case .blue: Ink(red: 0.87, green: 0.93, blue: 1)
    case .pink: Ink(red: 1, green: 0.89, blue: 0.92)
    case .grey: Ink(red: 0.92, green: 0.92, blue: 0.93)
    case .violet: Ink(red: 0.93, green: 0.89, blue: 0.99)
    }
  }
}

extension Ink {
  /// Behind black text: a heading.
  static let pale = Ink(red: 0.89, green: 0.90, blue: 0.92)
  /// Behind black text: the length of a bar.
  static let paleRed = Ink(red: 0.98, green: 0.84, blue: 0.83)
}

extension Classification {
  /// The band of its stickers.
  var ink: Ink {
    switch self {
    case .valueAdding: Ink(red: 0.18, green: 0.62, blue: 0.31)
    case .auxiliary: Ink(red: 0.95, green: 0.58, blue: 0.11)
    case .waste: Ink(red: 0.83, green: 0.18, blue: 0.18)
    }
  }

  /// The letter for a reader who can't tell the colours apart, besides the hatching.
  var letter: String {
    switch self {
    case .valueAdding: "V"
    case .auxiliary: "A"
    case .waste: "W"
    }
  }

  /// Its name in a legend.
  var title: String {
    switch self {
    case .valueAdding: "Value-adding"
    case .auxiliary: "Auxiliary"
    case .waste: "Waste"
    }
  }

  /// The directions of its hatching: none, one, or two that cross.
  var hatching: [Double] {
    switch self {
    case .valueAdding: []
    case .auxiliary: [1]
    case .waste: [1, -1]
    }
  }
}
