/// The allowed numbers of a store. The schema's checks say the same, but a damaged file need not
/// keep to them: what is read is looked at before anything is added to it.
enum StoredNumber {
  /// Half of what fits, so that no sum of two is too large.
  static let limit: Int64 = 1 << 62

  /// Revisions and the rows of the search: from 1.
  static let counted = 1...limit - 1
  /// Moments, counts and times: from 0.
  static let measured = 0...limit - 1
  /// Ranks, of which every difference is a number too.
  static let ranks = -limit...limit - 1
}
