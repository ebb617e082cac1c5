/// How to get a revision that a shallow clone does not have.
extension GitRepository {
  /// The command that fetches a missing revision so that its name resolves; nil in a clone with all commits.
  func fetch(of name: String) async throws -> String? {
    guard try await git(["rev-parse", "--is-shallow-repository"]) == "true" else { return nil }
    let remotes = try await git(["remote"]).split(separator: "\n").map(String.init)
    guard let remote = remotes.contains("origin") ? "origin" : remotes.first else { return nil }
    if name.count == 40 || name.count == 64, name.allSatisfy(\.isHexDigit) {
      return "git fetch \(remote) \(name)"
    }
    let start = name.firstIndex { "~^@{:".contains($0) } ?? name.endIndex
    let (base, way) = (String(name[..<start]), name[start...])
    let isHash = base.allSatisfy(\.isHexDigit) && base.count >= 4
    var isKnown = base.isEmpty || isHash
    if !isKnown { isKnown = try await knows(base) }
    if isKnown {
      if let steps = way.wholeMatch(of: /~([1-9][0-9]{0,5})/) {
        return "git fetch --deepen=\(steps.1) \(remote)"
      }
      return "git fetch --unshallow \(remote)"
    }
    if base.hasPrefix("\(remote)/") {
      let branch = base.dropFirst(remote.count + 1)
      return "git fetch \(remote) +\(branch):refs/remotes/\(base)"
    }
    return "git fetch \(remote) \(base):\(base)"
  }

  /// The remote branch with the name; nil if there is none, or there are several.
  func branchOfRemote(_ name: String) async throws -> String? {
    let remotes = try await git(["remote"]).split(separator: "\n")
    var branches: [String] = []
    for remote in remotes where try await knows("refs/remotes/\(remote)/\(name)") {
      branches.append("\(remote)/\(name)")
    }
    return branches.count == 1 ? branches[0] : nil
  }

  private func knows(_ name: String) async throws -> Bool {
    try await succeeds(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
  }
}
