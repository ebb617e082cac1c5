import Statistics
import Tables
import Testing

struct HTMLTableRendererTests {
  @Test func `the HTML of a table matches the expected text`() throws {
    let table = try Table(
      title: "Peaks", notes: ["Two runs."],
      columns: [
        Table.Column("Story"), Table.Column("Mean", unit: "MB", alignment: .decimal),
        Table.Column("Verdict"),
      ],
      sections: [
        Table.Section(
          "Swift",
          rows: [
            [
              .text("US1"), .number(4.0213, as: .uncertainty(0.0133)),
              .text("improved", tone: .good),
            ],
            [.text("US2"), .number(15, as: .integer), .missing("it crashed")],
          ])
      ])
    #expect(
      HTMLTableRenderer().rendered(table) == """
        <div class="table"><div class="scroll" tabindex="0" role="group" aria-label="Peaks"><table>\
        <caption>Peaks</caption><thead><tr>\
        <th scope="col" aria-sort="none"><button type="button">Story</button></th>\
        <th scope="col" class="number" aria-sort="none"><button type="button">Mean\
        <span class="unit"> MB</span></button></th>\
        <th scope="col" aria-sort="none"><button type="button">Verdict</button></th></tr></thead>\
        <tbody><tr class="section"><th scope="rowgroup" colspan="3">Swift</th></tr>\
        <tr><th scope="row">US1</th><td class="number" data-value="4.0213">4.021</td>\
        <td class="good">improved</td></tr>\
        <tr><th scope="row">US2</th><td class="number" data-value="15.0" data-pad=".000">15</td>\
        <td class="missing">–¹</td></tr></tbody></table></div>\
        <p class="note">Two runs.</p><p class="note">¹ it crashed</p></div>

        """)
  }

  @Test func `hostile names stay text`() throws {
    let text = HTMLTableRenderer().rendered(try SampleTables.hostile())
    let names = text.matches(of: /<\/?([a-z]+)/).map { String($0.output.1) }
    #expect(
      Set(names).isSubset(of: [
        "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "span", "p",
      ]))
    #expect(text.contains("&lt;b&gt;␛[31mred␇ `x`"))
  }

  @Test func `a table of one row can't be sorted, and an empty heading is no heading`() throws {
    let table = try Table(
      title: "", columns: [Table.Column(""), Table.Column("n")], rows: [[.text("a"), .text("b")]])
    let text = HTMLTableRenderer().rendered(table)
    #expect(!text.contains("button") && !text.contains("caption"))
    #expect(text.contains(#"<tr><td></td><th scope="col">n</th></tr>"#))
  }
}
