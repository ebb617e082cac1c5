/// The worth of a step of the stream for the customer.
public enum Classification: String, Hashable, Sendable, CaseIterable {
  /// The customer pays for it; green.
  case valueAdding = "value-adding"
  /// It adds no value, but the work can not do without it; orange.
  case auxiliary
  /// It adds no value, and the work could do without it; red.
  case waste
}
