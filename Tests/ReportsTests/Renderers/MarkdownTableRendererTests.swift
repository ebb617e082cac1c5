import Tables
import Testing

struct MarkdownTableRendererTests {
  @Test func `a table has a caption, units in its headings and notes below it`() throws {
    #expect(
      MarkdownTableRenderer().rendered(try SampleTables.peaks()) == """
        **Peak memory**

        | Story | Mean (MB) | CPU (%) | Verdict |
        | :-- | --: | --: | :-- |
        | **Swift** | | | |
        | US1 login | 4.020 | 36.4 | improved |
        | US2 | 15.33 | 60 | regressed |
        | **Objective-C** | | | |
        | US1 login | –¹ | -130.3 | unchanged |

        Ten runs each.

        ¹ the run was ended by signal 9

        """)
  }

  @Test func `hostile names stay text in their own cells`() throws {
    let name = #"a\|b\\c &lt;b&gt;␛\[31mred␇ \`x\`�"#
    #expect(
      MarkdownTableRenderer().rendered(try SampleTables.hostile()) == """
        **\(name)**

        | \(name) (\(name)) | n |
        | :-- | --: |
        | **\(name)** | |
        | \(name) | –¹ |

        \\# \(name)

        ¹ \(name)

        """)
  }

  @Test func `a pipe before a combining mark is still escaped`() throws {
    let text = MarkdownTableRenderer().rendered(try SampleTables.single("a|\u{301}b"))
    #expect(
      text.unicodeScalars.elementsEqual("| Name |\n| :-- |\n| a\\|\u{301}b |\n".unicodeScalars))
  }

  @Test func `notes do not become lists, headings or code blocks`() throws {
    let table = try Table(
      title: "", notes: ["- a", "+ b", "    c", "12. d", "1.5 MB", "== e", "e - 1."],
      columns: [Table.Column("A")], rows: [])
    #expect(
      MarkdownTableRenderer().rendered(table) == #"""
        | A |
        | :-- |

        \- a

        \+ b

        c

        12\. d

        1\.5 MB

        \== e

        e - 1.

        """#)
  }
}
