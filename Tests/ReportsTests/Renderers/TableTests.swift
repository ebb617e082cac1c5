import Tables
import Testing

struct TableTests {
  @Test func `a row of another length is refused, and the error names it`() {
    let error = #expect(throws: TableError.self) {
      try Table(
        title: "Peaks", columns: [Table.Column("A"), Table.Column("B")],
        sections: [
          Table.Section(rows: [[.text("1"), .text("2")]]),
          Table.Section(rows: [[.text("1")]]),
        ])
    }
    #expect(error == .raggedRow(table: "Peaks", row: 1, cells: 1, columns: 2))
    #expect(error?.description == "row 1 of table 'Peaks' has 1 cells for 2 columns")
  }

  @Test func `a table without columns is refused`() {
    let error = #expect(throws: TableError.self) {
      try Table(title: "\u{1B}P", columns: [], rows: [])
    }
    #expect(error?.description == "table '␛P' has no columns")
  }

  @Test func `more leading columns than columns are refused`() {
    let error = #expect(throws: TableError.self) {
      try Table(title: "P", columns: [Table.Column("A")], leadingColumns: 2, rows: [])
    }
    #expect(error?.description == "table 'P' has 1 columns, so 2 of them cannot lead")
  }
}
