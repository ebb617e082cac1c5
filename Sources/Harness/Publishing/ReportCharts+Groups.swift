extension ReportCharts {
  /// Pictures under a heading of their own.
  struct Group {
    let title: String
    let pictures: [Picture]
  }

  /// All pictures, in the order in which a page shows them; groups without any are left out.
  var groups: [Group] {
    [
      Group(title: "By story", pictures: bars),
      Group(title: "Layout of the code", pictures: layouts),
      Group(title: "CPU against memory", pictures: scatter),
      Group(title: "One run of each story", pictures: timelines),
    ].filter { !$0.pictures.isEmpty }
  }
}
