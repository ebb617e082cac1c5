import AppStorage
import ChordAccounting
import DriverKit

// Repeated, each of these on a project takes the next of those that the last `projects` showed.
extension ChordSession {
  static let projectVerbs: [Verb<ChordSession>] = [
    Verb("add-project") { app, arguments in
      try arguments.allow(["name", "employer", "roofers"])
      let name = try arguments.text("name")
      let employer = arguments.text("employer", default: "Fyns Tag ApS")
      let roofers = try arguments.list("roofers", of: String.self, default: ["Jens Holm"])
      return Call {
        try app.book.addProject(named: name, employer: employer, team: Team(roofers))
      } outcome: {
        $1.write($0)
        app.tellChanges(to: &$1)
        app.listedProjects.insert($0.id, at: 0)
      }
    },
    Verb("projects") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.projects.all()
      } outcome: { projects, outcome in
        app.listedProjects = projects.map(\.id)
        outcome.count(projects.count)
        for project in projects { outcome.mix(project) }
      }
    },
    Verb("select-project") { app, arguments in
      try arguments.allow(["project"])
      let id = try app.next("project", arguments, in: &app.listedProjects, ProjectID.init)
      app.nextPos = AccountBookFixture.firstPos
      return Call {
        try app.book.select(id)
      } outcome: { project, outcome in
        outcome.fact("selected", .bool(app.book.selection == id))
        outcome.mix(project)
        app.tellChanges(to: &outcome)
      }
    },
    Verb("remove-project") { app, arguments in
      try arguments.allow(["project"])
      let id = try app.next("project", arguments, in: &app.listedProjects, ProjectID.init)
      return Call {
        try app.book.removeProject(id)
      } outcome: { _, outcome in
        outcome.fact("removed", .bool(true))
        app.tellChanges(to: &outcome)
      }
    },
    // Closes the store and opens it again; nothing is selected then.
    Verb("reopen") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.close()
        app.book = try ChordSession.open(app.directory)
        return try (app.book.dictionary.count(), app.book.projects.all())
      } outcome: { kept, outcome in
        app.listen()
        app.listedProjects = kept.1.map(\.id)
        outcome.fact("entries", .integer(kept.0))
        outcome.count(kept.1.count)
        for project in kept.1 { outcome.mix(project) }
      }
    },
  ]
}

extension Outcome {
  fileprivate mutating func write(_ project: Project) {
    fact("name", .text(project.name))
    mix(project)
  }

  fileprivate mutating func mix(_ project: Project) {
    mix(Int(project.id.number))
    mix(project.name)
    mix(project.employer)
    for roofer in project.team.roofers { mix(roofer) }
    mix(Int(project.dateCreated.milliseconds))
  }
}
