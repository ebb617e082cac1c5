import Exporting
import Testing

struct PlainTextTests {
  @Test(arguments: [
    ("::error file=a.swift,line=1::broken", ":\\:error file=a.swift,line=1::broken"),
    ("::stop-commands::x", ":\\:stop-commands::x"),
    ("::set-output name=a::b", ":\\:set-output name=a::b"),
    ("::add-mask::e", ":\\:add-mask::e"),
    // The runner takes blanks away first, of all kinds.
    ("  ::error::x", "  :\\:error::x"),
    ("\t\u{A0}\u{3000}::error::x", " \u{A0}\u{3000}:\\:error::x"),
    (":::error::x", ":\\::error::x"),
    // Elsewhere in a line they are words.
    ("std::vector::at", "std::vector::at"),
    ("Error: ::error::x", "Error: ::error::x"),
    (": :", ": :"),
    // The older form, and others of its kind, are commands anywhere in a line.
    ("##[error]x", "#\\#[error]x"),
    ("see ##[add-mask]e, ##[debug]", "see #\\#[add-mask]e, #\\#[debug]"),
    ("###[error]x", "##\\#[error]x"),
    ("##vso[task.setvariable]x", "#\\#vso[task.setvariable]x"),
    ("##teamcity[testFailed name='x']", "#\\#teamcity[testFailed name='x']"),
    ("## A heading [1], #1, ##2[3]", "## A heading [1], #1, ##2[3]"),
  ])
  func `no line is a command to the runner of a CI job`(_ text: String, _ plain: String) {
    #expect(PlainText(text).description == plain)
    #expect(PlainText("a\n\(text)\nb").description == "a\n\(plain)\nb")
    #expect(PlainText("a\r\n\(text)\r\nb").description == "a\n\(plain)\nb")
  }

  @Test func `invisible characters do not hide a command to the runner`() {
    // To GitHub's runner these are '::' and '##['.
    #expect(PlainText("\u{200D}:\u{FE0F}:error::x").description == "\u{200D}:\u{FE0F}\\:error::x")
    #expect(PlainText("#\u{34F}#\u{200C}[error]").description == "#\u{34F}\\#\u{200C}[error]")
    #expect(PlainText("\u{0}::error::x").description == "␀::error::x")
    #expect(PlainText("\u{FEFF}::error::x").description == "\u{FFFD}::error::x")
  }

  @Test func `plain text has no control characters that a terminal would obey`() {
    #expect(
      PlainText("\u{1B}[2J\u{1B}]0;title\u{7}\n\u{9B}31mred\u{8}\u{7F}").description
        == "␛[2J␛]0;title␇\n\u{FFFD}31mred␈␡")
    // A return would write over what stands there, and begin a line to some.
    #expect(PlainText("50 %\r::error::x\r").description == "50 % ::error::x ")
    #expect(PlainText("").description == "")
    #expect(PlainText("a\n\n").description == "a\n\n")
  }

  @Test func `the styles of tables are kept`() {
    let text = "\u{1B}[1mStory\u{1B}[0m\n::error::x  1\n"
    #expect(PlainText(styled: text).description == "\u{1B}[1mStory\u{1B}[0m\n:\\:error::x  1\n")
  }

  @Test func `plain JSON keeps its meaning`() {
    #expect(
      PlainText(json: "{\n  \"a\" : \"::x ##[error]\u{9B}1m\u{7F} é\"\n}").description
        == "{\n  \"a\" : \"::x #\\u0023[error]\\u009b1m\\u007f é\"\n}")
  }
}
