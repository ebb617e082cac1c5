import Reporting

extension PageVerdict {
  /// The sentence, then the figures that bear it out.
  var piece: HTML {
    HTML(joined: [
      HTML("div", ["class": Self.classes("verdict", tone)]) {
        HTML("p") { sentence }
        if !remarks.isEmpty { HTML.list(remarks) }
      },
      statements.isEmpty
        ? HTML(joined: []) : HTML("div", ["class": "tiles"]) { statements.map(Self.tile) },
    ])
  }

  private static func tile(_ statement: Headline.Statement) -> HTML {
    HTML("div", ["class": classes("tile", statement.tone)]) {
      HTML("p", ["class": "subject"]) { statement.subject }
      HTML("p", ["class": "figure"]) { statement.figure }
      for detail in [statement.interval, statement.remark].compactMap(\.self) {
        HTML("p", ["class": "interval"]) { detail }
      }
    }
  }

  private static func classes(_ name: String, _ tone: Table.Cell.Tone) -> String {
    [name, tone.className].compactMap(\.self).joined(separator: " ")
  }
}

extension HTML {
  /// Sentences one below the other.
  static func list(_ sentences: [String]) -> HTML {
    HTML("ul") { for sentence in sentences { HTML("li") { sentence } } }
  }
}
