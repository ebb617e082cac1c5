/// The way in which a view lays its stickers out: "in either column or a row" (3.1 of the source), as
/// the tablet is held.
public enum LineAxis: String, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case row
  /// From top to bottom.
  case column
}
