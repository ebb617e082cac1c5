/// A step that is waste, among the others by size.
public struct WasteStep: Hashable, Sendable {
  /// Where it stands on the line, from 0.
  public let position: Int
  /// Its sticker.
  public let sticker: Sticker
  /// Its part of all waste, 0 to 1; 0 where waste takes no time.
  public let share: Double
  /// The part of all waste that it and all larger ones are together, 0 to 1.
  public let runningShare: Double
}

extension StreamMap {
  /// The waste by size, the largest first, of equal ones the first on the line: what to go at first
  /// (the source maps a process "so that the waste in the processes can be identified", 3.1).
  /// O(n log n).
  public var wasteBySize: [WasteStep] {
    let all = stickers.totals.waste.seconds
    let waste = stickers.enumerated()
      .filter { $0.element.classification == .waste }
      // Stable, so equal ones stay in their order.
      .sorted { $0.element.minutes > $1.element.minutes }
    var sum: Int64 = 0
    return waste.map { position, sticker in
      sum += sticker.minutes.seconds
      let share = { (seconds: Int64) in all > 0 ? Double(seconds) / Double(all) : 0 }
      return WasteStep(
        position: position, sticker: sticker, share: share(sticker.minutes.seconds),
        runningShare: share(sum))
    }
  }
}
