import Statistics
import Tables

/// Tables that several tests render.
enum SampleTables {
  /// Two sections, decimals of different lengths, a missing value and a note.
  static func peaks() throws -> Table {
    try Table(
      title: "Peak memory",
      notes: ["Ten runs each."],
      columns: [
        Table.Column("Story"),
        Table.Column("Mean", unit: "MB", alignment: .decimal),
        Table.Column("CPU", unit: "%", alignment: .decimal),
        Table.Column("Verdict"),
      ],
      sections: [
        Table.Section(
          "Swift",
          rows: [
            [
              .text("US1 login"), .number(4.02, as: .uncertainty(0.0133)), .number(36.4),
              .text("improved", tone: .good),
            ],
            [
              .text("US2"), .number(15.333333333333334), .number(60),
              .text("regressed", tone: .bad),
            ],
          ]),
        Table.Section(
          "Objective-C",
          rows: [
            [
              .text("US1 login"), .missing("the run was ended by signal 9"),
              .number(-130.25, as: .decimals(1)), .text("unchanged"),
            ]
          ]),
      ])
  }

  /// A table whose every text tries to break out.
  static func hostile() throws -> Table {
    let name = "a|b\\c\r\n<b>\u{1B}[31mred\u{7}\t`x`\u{202E}"
    return try Table(
      title: name, notes: ["# \(name)"],
      columns: [Table.Column(name, unit: name), Table.Column("n", alignment: .decimal)],
      sections: [Table.Section(name, rows: [[.text(name), .missing(name)]])])
  }

  /// One text cell.
  static func single(_ text: String) throws -> Table {
    try Table(title: "", columns: [Table.Column("Name")], rows: [[.text(text)]])
  }

  /// Names in scripts and pictures of two columns a character.
  static func wide() throws -> Table {
    try Table(
      title: "在庫アプリのメモリ使用量と処理時間の比較",
      columns: [Table.Column("物語"), Table.Column("平均", unit: "MB", alignment: .decimal)],
      rows: [
        [.text("ログイン"), .number(4.02)],
        [.text("cafe\u{301} ❤️ 👨‍👩‍👧‍👦"), .number(12)],
        [.text("한국어 ｗｉｄｅ 🇦🇹"), .number(0.5)],
      ])
  }

  /// More columns than fit a narrow terminal.
  static func many() throws -> Table {
    try Table(
      title: "Steps of every story in order of their names, all of them in milliseconds",
      columns: [Table.Column("Step")]
        + (1...7).map { Table.Column("Run \($0)", unit: "ms", alignment: .decimal) },
      rows: [
        [.text("list")] + (1...7).map { .number(Double($0) * 1.25) },
        [.text("lend from the list, all but one of them")]
          + (1...7).map { .number(Double($0) * 1000) },
      ])
  }
}
