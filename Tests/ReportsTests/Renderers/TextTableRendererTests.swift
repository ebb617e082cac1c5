import Tables
import Testing

struct TextTableRendererTests {
  @Test func `decimals line up, sections have headings, and gaps have reasons`() throws {
    #expect(
      TextTableRenderer().rendered(try SampleTables.peaks()) == """
        Peak memory

        Story        Mean     CPU  Verdict
                       MB       %
        ─────────  ──────  ──────  ─────────
        Swift
        US1 login   4.020    36.4  improved
        US2        15.33     60    regressed

        Objective-C
        US1 login      –¹  -130.3  unchanged

        Ten runs each.
        ¹ the run was ended by signal 9

        """)
  }

  @Test func `a table that fits is not split`() throws {
    let table = try SampleTables.peaks()
    #expect(TextTableRenderer(width: 36).rendered(table) == TextTableRenderer().rendered(table))
  }

  @Test func `a narrow terminal leaves out spare columns, the last first, and names them`() throws {
    let table = try Table(
      title: "T",
      columns: [
        .init("Story"), .init("Change"), .init("Found", isSpare: true), .init("n", isSpare: true),
        .init("Verdict"),
      ],
      rows: [[.text("list"), .text("+1"), .missing("none"), .missing("too few"), .text("same")]])
    func lines(_ width: Int) -> [String] {
      TextTableRenderer(width: width).rendered(table).split(separator: "\n").map(String.init)
    }
    #expect(lines(34)[1] == "Story  Change  Found  n   Verdict")
    #expect(
      lines(30) == [
        "T", "Story  Change  Found  Verdict", "─────  ──────  ─────  ───────",
        "list   +1      –¹     same", "Left out because the terminal", "is narrow: n.", "¹ none",
      ])
    #expect(lines(22)[1] == "Story  Change  Verdict")
    // Where that is not enough all of it is shown, in parts.
    #expect(lines(21).filter { $0.hasPrefix("Story") }.count == 2)
    #expect(!lines(21).contains { $0.hasPrefix("Left out") })
  }

  @Test func `a wide table is split, and each part repeats the leading column`() throws {
    #expect(
      TextTableRenderer(width: 30).rendered(try SampleTables.peaks()) == """
        Peak memory

        Story        Mean     CPU
                       MB       %
        ─────────  ──────  ──────
        Swift
        US1 login   4.020    36.4
        US2        15.33     60

        Objective-C
        US1 login      –¹  -130.3

        Story      Verdict
        ─────────  ─────────
        Swift
        US1 login  improved
        US2        regressed

        Objective-C
        US1 login  unchanged

        Ten runs each.
        ¹ the run was ended by signal
        9

        """)
  }

  @Test func `long names are cut to half the width, but numbers are never cut`() throws {
    #expect(
      TextTableRenderer(width: 40).rendered(try SampleTables.many()) == """
        Steps of every story in order of their
        names, all of them in milliseconds

        Step                    Run 1   Run 2
                                   ms      ms
        ────────────────────  ───────  ──────
        list                     1.25     2.5
        lend from the list,…  1000     2000

        Step                    Run 3  Run 4
                                   ms     ms
        ────────────────────  ───────  ─────
        list                     3.75      5
        lend from the list,…  3000      4000

        Step                    Run 5   Run 6
                                   ms      ms
        ────────────────────  ───────  ──────
        list                     6.25     7.5
        lend from the list,…  5000     6000

        Step                    Run 7
                                   ms
        ────────────────────  ───────
        list                     8.75
        lend from the list,…  7000

        """)
  }

  @Test func `sentences wrap to the next line, and nothing of them is cut`() throws {
    let table = try Table(
      title: "Failed runs",
      columns: [Table.Column("Story"), Table.Column("What happened", isProse: true)],
      leadingColumns: 1,
      rows: [
        [
          .text("list"), .text("expected status 0, found 11: /a/path/that/is/longer/than/the/line"),
        ],
        [.text("lend"), .text("crashed", tone: .bad)],
      ])
    #expect(
      TextTableRenderer(width: 34).rendered(table) == """
        Failed runs

        Story  What happened
        ─────  ───────────────────────────
        list   expected status 0, found
               11:
               /a/path/that/is/longer/than
               /the/line
        lend   crashed

        """)
  }

  @Test(arguments: 20...90)
  func `no line is wider than the given width`(_ width: Int) throws {
    let tables = try [
      SampleTables.peaks(), SampleTables.many(), SampleTables.wide(), SampleTables.hostile(),
    ]
    for table in tables {
      for line in TextTableRenderer(width: width).rendered(table).split(separator: "\n") {
        #expect(columns(of: line) <= width, "\(line)")
        #expect(line.last != " ")
      }
    }
  }

  @Test func `wide characters and emoji take two columns, and combining marks none`() throws {
    #expect(
      TextTableRenderer(width: 30).rendered(try SampleTables.wide()) == """
        在庫アプリのメモリ使用量と処理
        時間の比較

        物語                 平均
                               MB
        ──────────────────  ─────
        ログイン             4.02
        cafe\u{301} ❤️ 👨‍👩‍👧‍👦          12
        한국어 ｗｉｄｅ 🇦🇹   0.5

        """)
  }

  @Test func `hostile names stay on their line and send no escape sequence`() throws {
    let name = #"a|b\c <b>␛[31mred␇ `x`�"#
    #expect(
      TextTableRenderer().rendered(try SampleTables.hostile()) == """
        \(name)

        \(name)   n
        \(name)
        ───────────────────────  ──
        \(name)
        \(name)  –¹

        # \(name)
        ¹ \(name)

        """)
  }

  @Test func `no control or direction character gets through`() throws {
    let scalars = (0...0x2FFFF).compactMap(Unicode.Scalar.init).filter {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
    }
    let table = try SampleTables.single(String(String.UnicodeScalarView(scalars)))
    // Zero-width joiners only join.
    let allowed: Set<Unicode.Scalar> = ["\n", "\r", "\u{200C}", "\u{200D}"]
    let renderers: [any TableRenderer] = [
      TextTableRenderer(), TextTableRenderer(width: 40), MarkdownTableRenderer(),
      CSVTableRenderer(),
    ]
    for renderer in renderers {
      let left = renderer.rendered(table).unicodeScalars.filter {
        scalars.contains($0) && !allowed.contains($0)
      }
      #expect(left.isEmpty, "\(left.map { String($0.value, radix: 16) })")
    }
  }

  @Test func `styles add only escape sequences around the words`() throws {
    let table = try SampleTables.peaks()
    let styled = TextTableRenderer(style: .ansi).rendered(table)
    #expect(styled.hasPrefix("\u{1B}[1mPeak memory\u{1B}[0m\n\n\u{1B}[1mStory\u{1B}[0m        "))
    #expect(styled.contains("36.4  \u{1B}[32mimproved\u{1B}[0m\n"))
    #expect(styled.contains("60    \u{1B}[31mregressed\u{1B}[0m\n"))
    let unstyled = styled.replacing(/\u{1B}\[\d+m/, with: "")
    #expect(unstyled == TextTableRenderer().rendered(table))
  }

  @Test func `two leading columns are repeated together`() throws {
    let table = try Table(
      title: "",
      columns: ["Story", "Step", "Checked", "Unchecked"].map { Table.Column($0) },
      leadingColumns: 2,
      rows: [[.text("US1"), .text("login"), .text("1"), .text("2")]])
    #expect(
      TextTableRenderer(width: 24).rendered(table) == """
        Story  Step   Checked
        ─────  ─────  ───────
        US1    login  1

        Story  Step   Unchecked
        ─────  ─────  ─────────
        US1    login  2

        """)
  }

  @Test func `equal reasons share one footnote mark`() throws {
    let table = try Table(
      title: "", columns: [Table.Column("A"), Table.Column("B", alignment: .trailing)],
      rows: [[.missing("crash"), .missing("time-out")], [.missing("crash"), .text("x")]])
    #expect(
      TextTableRenderer().rendered(table) == """
        A    B
        ──  ──
        –¹  –²
        –¹   x

        ¹ crash
        ² time-out

        """)
  }

  @Test func `a table without rows shows its columns`() throws {
    let table = try Table(title: "Nothing yet", columns: [Table.Column("Story")], rows: [])
    #expect(TextTableRenderer().rendered(table) == "Nothing yet\n\nStory\n─────\n")
  }

  /// Columns of a terminal, by the characters that the sample tables use.
  private func columns(of line: Substring) -> Int {
    line.reduce(0) { sum, character in
      let isWide = character.unicodeScalars.contains {
        (0x2E80...0xFF60).contains($0.value) && $0.value != 0xFE0F || $0.value >= 0x1F000
          || $0.value == 0xFE0F
      }
      return sum + (isWide && character != "\u{FFFD}" ? 2 : 1)
    }
  }
}
