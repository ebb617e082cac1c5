import Tables
import Testing

struct CSVTableRendererTests {
  @Test func `numbers keep all digits, units are in the header, and sections come first`() throws {
    #expect(
      lines(try SampleTables.peaks()) == [
        "Section,Story,Mean (MB),CPU (%),Verdict",
        "Swift,US1 login,4.02,36.4,improved",
        "Swift,US2,15.333333333333334,60,regressed",
        "Objective-C,US1 login,,-130.25,unchanged",
      ])
  }

  @Test func `lines end in carriage return and line feed`() throws {
    #expect(CSVTableRenderer().rendered(try SampleTables.single("x")) == "Name\r\nx\r\n")
  }

  @Test func `text with quotes, commas or outer blanks is quoted`() throws {
    #expect(lines(try SampleTables.single(#"say "hi", you"#))[1] == #""say ""hi"", you""#)
    #expect(lines(try SampleTables.single(" x"))[1] == #"" x""#)
  }

  @Test func `a quote before a combining mark is still escaped`() throws {
    let text = CSVTableRenderer().rendered(try SampleTables.single("a\"\u{301},b"))
    #expect(
      text.unicodeScalars.elementsEqual("Name\r\n\"a\"\"\u{301},b\"\r\n".unicodeScalars))
  }

  @Test func `hostile names stay on their line and send no escape sequence`() throws {
    let name = #"a|b\c <b>␛[31mred␇ `x`�"#
    #expect(
      lines(try SampleTables.hostile()) == [
        "Section,\(name) (\(name)),n", "\(name),\(name),",
      ])
  }

  @Test func `numbers read back as themselves`() throws {
    let values: [Double] = [0.1, 1e-7, 1.0 / 3, 1e20, .leastNonzeroMagnitude, -4, 0, .infinity]
    let table = try Table(
      title: "", columns: [Table.Column("x")], rows: values.map { [.number($0)] })
    #expect(lines(table).dropFirst().map { Double($0) } == values)
  }

  private func lines(_ table: Table) -> [String] {
    CSVTableRenderer().rendered(table).split(separator: "\r\n").map(String.init)
  }
}
