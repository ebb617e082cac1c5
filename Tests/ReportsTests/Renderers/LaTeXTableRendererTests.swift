import Foundation
import SystemPackage
import Tables
import TestSupport
import Testing

struct LaTeXTableRendererTests {
  @Test func `the LaTeX of a table matches the expected text`() throws {
    #expect(
      LaTeXTableRenderer().rendered(try SampleTables.peaks()) == #"""
        % \usepackage{booktabs}
        \begin{table}
        \centering
        \caption{Peak memory}
        \begin{tabular}{lrrl}
        \toprule
        Story & Mean (MB) & CPU (\%) & Verdict \\
        \midrule
        \multicolumn{4}{l}{\textbf{Swift}} \\
        US1 login & 4.020 & 36.4 & improved \\
        US2 & 15.33\phantom{0} & 60\phantom{.0} & regressed \\
        \addlinespace
        \multicolumn{4}{l}{\textbf{Objective-C}} \\
        US1 login & --\textsuperscript{1} & $-$130.3 & unchanged \\
        \bottomrule
        \end{tabular}
        \par\smallskip{\footnotesize Ten runs each.\par}
        \par\smallskip{\footnotesize \textsuperscript{1} the run was ended by signal 9\par}
        \end{table}

        """#)
  }

  @Test func `a table longer than a page breaks over pages`() throws {
    let text = LaTeXTableRenderer().rendered(try Self.long())
    #expect(text.hasPrefix("% \\usepackage{booktabs,longtable}\n\\begin{longtable}{l}\n"))
    #expect(text.contains("\\caption{Long}\\\\\n\\toprule\nn \\\\\n\\midrule\n\\endhead\n"))
  }

  @Test func `a comment warns of letters that pdfLaTeX lacks`() throws {
    #expect(
      LaTeXTableRenderer().rendered(try SampleTables.wide())
        .hasPrefix("% Has letters that pdfLaTeX lacks; LuaLaTeX and XeLaTeX set them.\n"))
  }

  @Test func `a strict parser reads every table, and reads hostile text unchanged`() throws {
    let folder = try ScratchFolder()
    let texts = [
      #"\input{/etc/passwd} $x_1^2$ {a} 100 % ~ # & <b> "q" `x` |y|"#, "[2ex] a -- b --- c", "}{\\",
    ]
    for (index, text) in texts.enumerated() {
      try folder.add(
        "\(index).tex", LaTeXTableRenderer().rendered(try SampleTables.single(text)))
    }
    for (index, table) in try Self.tables().enumerated() {
      try folder.add("t\(index).tex", LaTeXTableRenderer().rendered(table))
    }
    let read = try Completion.of(
      [
        PeerReaders.program("python3"), "-c",
        """
        import pathlib, sys
        from pylatexenc.latexwalker import LatexWalker
        from pylatexenc.latex2text import LatexNodes2Text
        for path in sorted(pathlib.Path(sys.argv[1]).glob("*.tex")):
            text = path.read_text()
            LatexWalker(text, tolerant_parsing=False).get_latex_nodes()
            if path.stem.startswith("t"): continue
            row = text.split("\\\\midrule\\n")[1].split(" \\\\\\\\\\n")[0]
            nodes = LatexWalker(row, tolerant_parsing=False).get_latex_nodes()[0]
            print(LatexNodes2Text(strict_latex_spaces=True).nodelist_to_text(nodes))
        """, folder.path.string,
      ])
    // It reads the circumflex as the accent that stands for itself.
    let expected = texts.map { $0.replacing("^", with: "ˆ") + "\n" }
    #expect(read.output == expected.joined(), "\(read.errors)")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdflatex"),
      "texlive-latex-recommended takes a minute to install, so a parser stands in for it"))
  func `pdfLaTeX sets every table`() throws {
    let folder = try ScratchFolder()
    var document = "\\documentclass{article}\\usepackage{booktabs,longtable}\\begin{document}\n"
    for table in try Self.tables() { document += LaTeXTableRenderer().rendered(table) }
    try folder.add("t.tex", document + "\\end{document}\n")
    let set = try Completion.of(
      ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"], in: folder.path)
    #expect(set.status == 0, "\(set.output.suffix(2000))")
  }

  private static func tables() throws -> [Table] {
    [
      try SampleTables.peaks(), try SampleTables.many(), try long(),
      try SampleTables.single(#"\x{}$&#%_^~<>|"'`[1] -- ''"#),
    ]
  }

  private static func long() throws -> Table {
    try Table(
      title: "Long", notes: ["End."], columns: [Table.Column("n")],
      rows: (1...100).map { [.text("[\($0)]")] })
  }
}
