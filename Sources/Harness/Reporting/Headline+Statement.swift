extension Headline {
  /// What is said of one thing, in parts that a page can set apart.
  public struct Statement: Sendable, Hashable {
    /// What it is about.
    public let subject: String
    /// The figure, or that there is none.
    public let figure: String
    /// How sure it is; nil where there is no figure.
    public let interval: String?
    /// What else to know of the figure; nil for nothing.
    public let remark: String?
    /// What a reader should feel about it.
    public let tone: Table.Cell.Tone

    init(
      _ subject: String, figure: String, interval: String? = nil, remark: String? = nil,
      tone: Table.Cell.Tone = .neutral
    ) {
      self.subject = subject
      self.figure = figure
      self.interval = interval
      self.remark = remark
      self.tone = tone
    }

    /// All of it in one sentence.
    public var sentence: String {
      "\(subject): \(figure)" + (interval.map { " (\($0))" } ?? "")
        + (remark.map { "; \($0)" } ?? "") + "."
    }
  }
}
