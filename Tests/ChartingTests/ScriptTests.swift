import Charting
import Testing

@Suite struct ScriptTests {
  @Test func `a script holds text and numbers as gnuplot reads them`() throws {
    var script = GnuplotScript()
    script.add("set title \(GnuplotScript.literal("it's `id`"))")
    script.addBlock("points", rows: [[0.1, 1e300], [-3, 0]])
    #expect(
      try script.text() == """
        set title 'it'."'".'s `id`'
        $points << e
        1.0000000000000001e-01 1.0000000000000001e+300
        -3.0000000000000000e+00 0.0000000000000000e+00
        e

        """)
  }

  @Test func `no script names a file of its user or lets gnuplot write one`() throws {
    for (_, chart) in try Examples.all() {
      for format in ChartFormat.allCases {
        let text = try chart.script(as: format).text()
        #expect(!text.contains("set output"))
        #expect(text.contains(" noenhanced "))
        let double = text.replacing("\"\\n\"", with: "").replacing("\"'\"", with: "")
        #expect(!double.contains("\""))
      }
    }
  }
}
