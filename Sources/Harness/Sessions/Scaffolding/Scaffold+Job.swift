import Building
import SystemPackage

/// The job that checks changes.
extension Scaffold {
  mutating func addJob(_ kind: ScaffoldKind, _ wishes: Wishes) {
    guard let repository = surroundings.repository else {
      let reason =
        surroundings.refusal
        ?? "\(surroundings.folder) is in no git repository. After 'git init' and a commit 'rehearse check "
        + "\(name).yml --against main' compares a change with what was there before."
      notes.append("No CI job was written, because there is nothing to compare with: \(reason)")
      return
    }
    var inside = surroundings.folder
    _ = inside.removePrefix(repository.top)
    let place = inside.isAbsolute ? Self.place : FilePath(inside.string).pushing(Self.place)
    // github.com/OWNER/NAME of a URL; a folder does not show the owner.
    let known = wishes.rehearse?.firstMatch(of: /github\.com[\/:]([\w.-]+\/[\w-]+)/).map {
      String($0.1)
    }
    isOwnerUnknown = known == nil
    let action = known ?? "OWNER/rehearse"
    let release = "\(action)@\(wishes.version.map { "v\($0)" } ?? "main")"
    let values: [String: String?] = [
      "name": name, "place": place.string, "swift": kind == .swift ? "" : nil,
      "action": release, "plain": kind == .swift ? nil : "",
      "packages": kind == .python ? " python3" : kind == .javascript ? " nodejs" : "",
      "version": wishes.version ?? "VERSION",
      "source": "https://github.com/\(action)",
      "unknown": known == nil ? "" : nil,
    ]
    guard surroundings.service == .gitHub else {
      snippet = Template(PackageResources.gitlab_yml).filled(values)
      return
    }
    // From the project's folder up to the repository's.
    let up = inside.isAbsolute ? 0 : inside.components.count
    let path = FilePath(String(repeating: "../", count: up) + ".github/workflows/performance.yml")
    job = path
    jobStep = """
            - uses: \(release)
              if: "!cancelled()"
              with: { scenario: \(name).yml, working-directory: \(place), name: \(name), max-time: 15 min }
      """
    files.append(
      ScaffoldFile(
        path, "the job that checks pull requests",
        content: Template(PackageResources.github_yml).filled(values), isOptional: true))
  }
}
