/// A colour: red, green and blue, 0 to 1.
package struct Ink: Hashable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package static let black = Ink(red: 0.10, green: 0.11, blue: 0.13)
  package static let white = Ink(red: 1, green: 1, blue: 1)
  package static let grey = Ink(red: 0.45, green: 0.47, blue: 0.50)
  package static let hairline = Ink(red: 0.72, green: 0.74, blue: 0.77)
}
