extension Table.Column {
  /// The heading with the unit behind it, for formats that have one line for both.
  var headingWithUnit: String {
    unit.isEmpty ? heading : "\(heading) (\(unit))"
  }
}
