import Building
import Recording
import SystemPackage

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
    if inside.isAbsolute { inside = "" }
    let place = inside.pushing(Self.place)
    jobPlace = place
    // github.com/OWNER/NAME of a URL; a folder does not show the owner.
    let known = wishes.rehearse?.firstMatch(of: /github\.com[\/:]([\w.-]+\/[\w-]+)/).map {
      String($0.1)
    }
    isOwnerUnknown = known == nil
    let action = known ?? "OWNER/rehearse"
    let release = "\(action)@\(wishes.version.map { "v\($0)" } ?? "main")"
    let values: [String: String?] = [
      "name": name, "place": place.string, "folder": ShellWords.line([place.string]),
      "swift": kind == .swift ? "" : nil,
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
    let up = inside.components.count
    let path = FilePath(String(repeating: "../", count: up) + ".github/workflows/performance.yml")
    job = path
    // Artifacts of one name would replace each other.
    let artifacts = inside.isEmpty ? name : "\(Self.scenarioName(inside.string))-\(name)"
    jobStep = """
            - uses: \(release)
              if: "!cancelled()"
              with: { scenario: \(name).yml, working-directory: \(place), name: \(artifacts), max-time: 15 min }
      """
    files.append(
      ScaffoldFile(
        path, "the job that checks pull requests",
        content: Template(PackageResources.github_yml).filled(values), isOptional: true))
  }

  /// Returns whether a job checks the scenario: one of its steps names the file and its folder. In
  /// another folder a scenario may have the same name.
  public func isChecked(by job: String) -> Bool {
    guard let file = scenario.lastComponent?.string else { return false }
    var steps: [[Substring]] = [[]]
    for line in job.split(separator: "\n") {
      let comment = line.firstRange(of: " #")?.lowerBound ?? line.endIndex
      let text = line[..<comment].drop { $0 == " " }
      if text.hasPrefix("#") { continue }
      if text.hasPrefix("- ") { steps.append([]) }
      steps[steps.count - 1].append(text)
    }
    return steps.map { $0.joined(separator: "\n").replacing(" ./", with: " ") }.contains { step in
      Self.names(jobPlace.appending(file).string, in: step)
        || Self.names(jobPlace.string, in: step) && Self.names(file, in: step)
    }
  }

  /// Returns whether a text has a path that is no part of another.
  private static func names(_ path: String, in text: String) -> Bool {
    func isOfPath(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || "._-/".contains($0) } ?? false
    }
    return text.ranges(of: path).contains { range in
      !isOfPath(text[..<range.lowerBound].last) && !isOfPath(text[range.upperBound...].first)
    }
  }
}
