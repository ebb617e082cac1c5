/// Estimated widths of text: gnuplot reports none before it draws.
enum TextMetrics {
  /// Returns the width of `text` at a font size, both in pixels. The mean letter of DejaVu Sans, a wide font,
  /// takes 0.6 of its size; ideographs and emoji take all of it.
  static func width(_ text: some StringProtocol, size: Double) -> Double {
    text.reduce(0.0) { $0 + width($1) } * size
  }

  /// Returns the greatest possible width of a text: no letter is much wider than its font is high.
  static func greatestWidth(_ text: some StringProtocol, size: Double) -> Double {
    1.05 * size * Double(text.unicodeScalars.count)
  }

  /// The width of a column of small texts, at most a limit.
  static func columnWidth(_ texts: [String], atMost limit: Double) -> Double {
    // Half a pixel, so that fitting text is not cut after rounding.
    min(limit, texts.map { width($0, size: ChartStyle.smallSize) }.max() ?? 0) + 0.5
  }

  /// As a fraction of the font's size.
  private static func width(_ character: Character) -> Double {
    character.unicodeScalars.first.map(isWide) == true ? 1.05 : 0.6
  }

  /// From Hangul on, except accented Latin and Greek, punctuation and symbols.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100 && !(0x1E00..<0x2E80).contains(scalar.value)
  }

  /// `text` cut to a width, with an ellipsis if something is missing.
  static func shortened(_ text: String, to width: Double, size: Double) -> String {
    // From the left on, because very long text should not be measured repeatedly.
    let room = width / size - self.width("…")
    var used = 0.0
    var kept = text.startIndex
    for place in text.indices {
      used += self.width(text[place])
      if used <= room { kept = text.index(after: place) }
      if used * size > width {
        var short = text[..<kept]
        while short.last?.isWhitespace == true { short.removeLast() }
        return short + "…"
      }
    }
    return text
  }

  /// `text` broken at spaces into lines of at most `width`, or nil if a word is wider.
  static func wrapped(_ text: String, to width: Double, size: Double) -> [String]? {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard self.width(word, size: size) <= width else { return nil }
      if let last = lines.last, self.width("\(last) \(word)", size: size) <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }
}

extension Array where Element == ChartPoint {
  /// At most `limit` points of a line in time, with every peak and every low: for each stretch of time, its
  /// lowest and its highest point. A line's picture is hardly wider than a thousand pixels, and 100,000
  /// points would make 1.4 MB of SVG.
  func keepingPeaks(limit: Int = 2000) -> [ChartPoint] {
    guard count > limit, let first, let last else { return self }
    let stretches = Swift.max(1, (limit - 2) / 2)
    let width = (last.x - first.x) / Double(stretches)
    var kept = [first]
    var index = startIndex
    for stretch in 0..<stretches {
      let end = stretch == stretches - 1 ? .infinity : first.x + Double(stretch + 1) * width
      let begin = index
      while index < endIndex, self[index].x < end { index += 1 }
      let points = self[begin..<index]
      guard let low = points.indices.min(by: { self[$0].y < self[$1].y }),
        let high = points.indices.max(by: { self[$0].y < self[$1].y })
      else { continue }
      kept.append(self[Swift.min(low, high)])
      if low != high { kept.append(self[Swift.max(low, high)]) }
    }
    kept.append(last)
    return kept
  }

  /// Points of a cloud without those that would cover each other, if there are more than `limit`: one per
  /// cell of a grid, and the outermost ones.
  func downsampled(limit: Int = 2000) -> [ChartPoint] {
    guard count > limit,
      let left = self.min(by: { $0.x < $1.x }), let right = self.max(by: { $0.x < $1.x }),
      let low = self.min(by: { $0.y < $1.y }), let high = self.max(by: { $0.y < $1.y })
    else { return self }
    let columns = 60.0
    let rows = 33.0
    var taken: Set<Int> = []
    let downsampled = filter { point in
      let column = (columns - 1) * Self.part(of: point.x, from: left.x, to: right.x)
      let row = (rows - 1) * Self.part(of: point.y, from: low.y, to: high.y)
      return taken.insert(Int(row.rounded()) * Int(columns) + Int(column.rounded())).inserted
    }
    return [left, right, low, high] + downsampled
  }

  private static func part(of value: Double, from low: Double, to high: Double) -> Double {
    // Halves, because the difference of two finite numbers may be infinite.
    high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0
  }
}

/// The distance of an axis's tics, because gnuplot lets them overlap on short axes.
enum TicStep {
  /// The smallest of 1, 2 and 5 times a power of ten that leaves the height of two lines for each label of an
  /// axis from 0 to `top`, which is `length` pixels long. On the shortest axes, the largest that still marks
  /// anything besides 0.
  static func covering(_ top: Double, length: Double) -> Double {
    let count = (length / (ChartStyle.smallSize * 2)).rounded(.down)
    let minimum = top / min(max(count, 2), 10)
    guard minimum > 0, top.isFinite else { return 1 }
    let power = powerOfTen(atMost: minimum)
    let steps = [1, 2, 5, 10].map { $0 * power }.filter { $0 <= top }
    return steps.first { $0 >= minimum } ?? steps.last ?? top
  }

  /// The greatest power of ten up to a value above 0.
  static func powerOfTen(atMost value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    while power > value { power /= 10 }
    return power
  }
}
