/// The content of the app's About page.
public struct About: Hashable, Sendable {
  /// The app's name.
  public let name: String
  /// The app's version.
  public let version: String
  /// The app's purpose, in one sentence.
  public let purpose: String
  /// The libraries it is built with, by name, in alphabetical order.
  public let libraries: [String]

  /// This version of the app.
  public static let inventory = About(
    name: "Inventory", version: "1.0",
    purpose: "Lend and return the devices of an organisation, from a list or by QR code.",
    libraries: ["GRDB", "SQLite", "ZBar", "cairo", "libqrencode", "libsodium"])
}
