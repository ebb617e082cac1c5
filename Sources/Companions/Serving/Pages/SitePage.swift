import Recording
import Reports
import Tables

/// A page of the site that `rehearse serve` serves: links to the other pages, and its own content.
struct SitePage {
  /// The pages that every page links to, by their paths.
  enum Section: String, CaseIterable {
    case experiments = "/"
    case regressions = "/regressions"
    case history = "/history"

    var title: String {
      switch self {
      case .experiments: "Experiments"
      case .regressions: "Regressions"
      case .history: "History"
      }
    }
  }

  let place: Section
  let title: String
  /// The page reloads itself after this many seconds; nil for never.
  var reload: Int?
  let body: HTML

  var html: String {
    HTMLPage(
      title: "\(title) – Rehearse", reload: reload, hasForms: true,
      body: HTML(joined: [
        HTML("header") {
          HTML("p", ["class": "kicker"]) { "Rehearse" }
          HTML("h1") { title }
        },
        HTML("nav", ["aria-label": "Pages"]) {
          HTML("div", ["class": "links"]) {
            for other in Section.allCases {
              HTML("a", ["href": other.rawValue, "aria-current": other == place ? "page" : nil]) {
                other.title
              }
            }
          }
        },
        HTML("main") { body },
      ])
    ).text
  }
}

extension HTML {
  /// Experiments that can't be read or judged, with links to pages that say why; nothing if there are none.
  static func leftOut(_ experiments: [Experiment]) -> HTML {
    guard !experiments.isEmpty else { return HTML(joined: []) }
    return HTML("p") {
      "Not read or judged by this version, so left out:"
      for experiment in experiments {
        " "
        HTML("a", ["href": "/experiments/\(experiment.number ?? 0)/"]) {
          "experiment \(experiment.number ?? 0) (\(experiment.name))"
        }
      }
    }
  }

  /// A form's choice of one of several values.
  static func choice(
    _ label: String, name: StaticString, among values: [String], chosen: String?
  ) -> HTML {
    HTML("label") {
      label
      HTML("select", ["name": "\(name)"]) {
        for value in values {
          HTML("option", ["value": value, "selected": value == chosen ? "" : nil]) { value }
        }
      }
    }
  }
}
