/// A change in a panel of a history chart.
public struct HistoryMarker: Sendable, Equatable {
  /// The place of the first experiment after it, from 0; it is drawn before that place.
  public let place: Int
  /// What is written beside it, such as `checked +4.1 %`.
  public let label: String

  /// A marker.
  public init(place: Int, label: String) {
    self.place = place
    self.label = label
  }
}
