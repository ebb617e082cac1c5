/// A share as people read it: `0.7 %`, `100 %`.
func percent(_ share: Double) -> String { "\(figure(share)) %" }

/// A share of counted things.
func percent(_ counted: (alarms: Int, of: Int)) -> String { "\(figure(counted)) %" }

/// The same for a column of per cent: `0.7`, `100`.
func figure(_ share: Double) -> String {
  let tenths = (share * 1000).rounded() / 10
  return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
}

/// A share of counted things for such a column.
func figure(_ counted: (alarms: Int, of: Int)) -> String {
  figure(Double(counted.alarms) / Double(max(1, counted.of)))
}

/// A count with commas: `20,000`.
func grouped(_ count: Int) -> String {
  count < 1_000
    ? "\(count)"
    : grouped(count / 1_000) + "," + String(String(1_000 + count % 1_000).dropFirst())
}

/// Columns at fixed widths, the first to the left, the others to the right.
func row(_ cells: [String], first: Int = 50, other: Int = 11) -> String {
  let name = cells.first ?? ""
  let padded = name + String(repeating: " ", count: max(0, first - name.count))
  return padded
    + cells.dropFirst().map {
      String(repeating: " ", count: max(1, other - $0.count)) + $0
    }.joined()
}
