import Testing

@testable import Charts

@Suite struct ScriptTests {
  @Test func `a script writes text and numbers as gnuplot reads them`() throws {
    var script = GnuplotScript()
    script.add("set title \(ScriptText.literal("it's `id`"))")
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

  @Test func `no script sets an output file or puts text in double quotes`() throws {
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

  @Test func `the script of a bar chart computes its boxes and intervals`() throws {
    let chart = try BarChart(
      title: "Peak", axis: ChartAxis("memory", unit: "MB"), groups: ["50 %", "US2"],
      series: [
        ChartSeries(name: "a", places: [Bar(4, low: 3, high: 5), Bar(2)]),
        ChartSeries(name: "b", places: [Bar(8), nil]),
      ])
    #expect(
      try chart.script(as: .svg).text() == """
        set terminal svg size 960,540 dynamic noenhanced name 'chart_0129a29cfe120625' font \
        'DejaVu Sans,15.0' background '#ffffff'
        set encoding utf8
        set decimalsign '.'
        set border 3 linecolor rgb '#7d8590' linewidth 1
        set tics nomirror scale 0.4
        set format '%.10g'
        set grid noxtics ytics linetype 1 linecolor rgb '#b8808080' linewidth 1
        set label 'Peak' at screen 0.5, screen 0.9494 center font ',19.0' textcolor rgb \
        '#24292f'
        set key at screen 0.5, screen 0.9137 center top horizontal maxcols 2 Left reverse \
        textcolor rgb '#24292f' width 1 samplen 2
        set tmargin at screen 0.8577
        set bmargin at screen 0.0781
        set ylabel 'memory (MB)' textcolor rgb '#24292f'
        set ytics 1.0 font ',13.0' textcolor rgb '#24292f'
        set xtics ('50 %%' 0, 'US2' 1) scale 0 norotate font ',13.0' textcolor rgb '#24292f'
        set lmargin at screen 0.0833
        set rmargin at screen 0.9750
        set xrange [-0.6:1.6]
        set yrange [0:8.96]
        set boxwidth 0.36000000000000004 absolute
        set label '4.00' at -0.2,5.0 center offset 0,0.5 front font ',12.0' textcolor rgb \
        '#24292f'
        set label '2' at 0.8,2.0 center offset 0,0.5 front font ',12.0' textcolor rgb \
        '#24292f'
        set label '8' at 0.2,8.0 center offset 0,0.5 front font ',12.0' textcolor rgb \
        '#24292f'
        set label 'n/a' at 1.2,0 left rotate by 90 offset 0,0.5 front font ',12.0' textcolor \
        rgb '#24292f'
        $bars0 << e
        -2.0000000000000001e-01 4.0000000000000000e+00
        8.0000000000000004e-01 2.0000000000000000e+00
        e
        $intervals0 << e
        -2.0000000000000001e-01 3.0000000000000000e+00 0.0000000000000000e+00 \
        2.0000000000000000e+00
        -2.5000000000000000e-01 3.0000000000000000e+00 1.0000000000000001e-01 \
        0.0000000000000000e+00
        -2.5000000000000000e-01 5.0000000000000000e+00 1.0000000000000001e-01 \
        0.0000000000000000e+00
        e
        $bars1 << e
        2.0000000000000001e-01 8.0000000000000000e+00
        e
        plot $bars0 using 1:2 with boxes fillstyle solid 1 border rgb '#24292f' linecolor rgb \
        '#0072B2' linewidth 1 title 'a', $intervals0 using 1:2:3:4 with vectors nohead \
        linecolor rgb '#24292f' linewidth 1.5 notitle, $bars1 using 1:2 with boxes fillstyle \
        solid 1 border rgb '#24292f' linecolor rgb '#E69F00' linewidth 1 title 'b'

        """)
  }

  @Test func `a layout chart has points over bands, around 0`() throws {
    let chart = try LayoutChart(
      title: "Layouts", axis: ChartAxis("CPU", unit: "%"), groups: ["US1", "US2"],
      series: [
        ChartSeries<LayoutColumn>(
          name: "a", places: [LayoutColumn(deviations: [-2, 5], runDeviation: 1), nil])
      ])
    let text = try chart.script(as: .svg).text()
    #expect(text.contains("set yrange [-5.5:5.5]"))
    #expect(text.contains(",-1.0 to 0.13999999999999999,1.0 behind "))
    #expect(text.contains("set label 'n/a' at 1.0,0 "))
    #expect(
      text.contains(
        """
        $layouts0 << e
        -6.9999999999999993e-02 -2.0000000000000000e+00
        6.9999999999999993e-02 5.0000000000000000e+00
        e
        """))
    #expect(text.contains("plot $layouts0 using 1:2 with points pointtype 7 pointsize "))
  }

  @Test func `a scatter chart has points`() throws {
    let chart = try ScatterChart(
      title: "CPU against memory", horizontal: ChartAxis("CPU", unit: "%"),
      vertical: ChartAxis("memory", unit: "MB"),
      series: [
        PointSeries(name: "a", points: [ChartPoint(x: 50, y: 4), ChartPoint(x: 75, y: 1)])
      ])
    let text = try chart.script(as: .png).text()
    #expect(text.contains("set xlabel 'CPU (%)'") && text.contains("set ylabel 'memory (MB)'"))
    #expect(text.contains("set xrange [48.5:76.5]") && text.contains("set yrange [0.0:4.18]"))
    #expect(
      text.contains(
        "plot $points0 using 1:2 with points pointtype 7 pointsize 1.4 "
          + "linecolor rgb '#300072B2' title 'a'\n"))
  }

  @Test func `a load chart has logarithmic axes, lines, bands and the limit`() throws {
    let chart = try Examples.load()
    let lines = try chart.scriptLines()
    #expect(lines.contains("set logscale xy"))
    #expect(lines.contains("set xtics (200.0, 500.0)"))
    #expect(
      lines.contains {
        $0.hasPrefix("set object rectangle from 400.0, graph 0 to 436.0, graph 1 behind ")
      })
    #expect(
      try chart.block("load0") == [
        [200, 1.1, 4], [400, 1.5, 18], [436, 2, 25], [800, 60, 240],
      ])
    let plot = try #require(lines.last { $0.hasPrefix("plot ") })
    #expect(plot.contains("$load1 using 1:3 with linespoints linecolor rgb '#E69F00' "))
    #expect(plot.contains("keyentry with linespoints linecolor rgb '#009E73' "))
    #expect(plot.contains(", 20.0 with lines "))
  }

  @Test func `a timeline has two panels over the same seconds`() throws {
    let line = [try ChartPoint(x: 0, y: 1), try ChartPoint(x: 4, y: 2)]
    let chart = try TimelineChart(
      title: "Run 7", memory: TimelinePanel(axis: ChartAxis("memory", unit: "MB"), own: line),
      cpu: TimelinePanel(axis: ChartAxis("CPU", unit: "%"), own: line, others: line),
      steps: [TimelineStep(name: "login", start: 1, end: 3)])
    let text = try chart.script(as: .svg).text()
    #expect(text.contains("set xrange [0:4.0]"))
    #expect(text.contains("set object rectangle from 1.0, graph 0 to 3.0, graph 1 behind "))
    #expect(text.contains("set label 'login' at screen "))
    let plots = text.split(separator: "\n").filter { $0.hasPrefix("plot ") }
    #expect(plots.count == 2)
    #expect(plots[0].contains("$memory using 1:2 with lines"))
    #expect(plots[1].contains("$cpu_others using 1:2 with lines dashtype 2"))
  }

  @Test func `bars that differ tenfold within a group get a logarithmic axis`() throws {
    func chart(_ values: [Double]) throws -> BarChart {
      try BarChart(
        title: "t", axis: ChartAxis("CPU time", unit: "ms"), groups: ["sort"],
        series: values.enumerated().map { ChartSeries<Bar>(name: "b\($0)", places: [try Bar($1)]) })
    }
    func script(_ values: [Double]) throws -> String { try chart(values).script(as: .svg).text() }
    let wide = try script([2992, 5.2])
    #expect(wide.contains("set logscale y") && wide.contains("set yrange [1.0:"))
    #expect(wide.contains("CPU time, logarithmic"))
    #expect(try script([0.05, 0.5]).contains("set yrange [0.01:"))
    #expect(try !script([0.052, 0.5]).contains("logscale"))
    // Nothing has no length there.
    #expect(try !script([0, 5]).contains("logscale"))
  }

  @Test func `sparse samples are marked, and dense samples are a plain line`() throws {
    func chart(_ count: Int) throws -> String {
      let points = try (0..<count).map { try ChartPoint(x: Double($0) / 100, y: 1) }
      let panel = try TimelinePanel(axis: ChartAxis("CPU", unit: "%"), own: points)
      return try TimelineChart(title: "t", memory: panel, cpu: panel, steps: [])
        .script(as: .svg).text()
    }
    #expect(try chart(20).contains("with linespoints pointtype 7"))
    #expect(try !chart(1000).contains("linespoints"))
  }
}
