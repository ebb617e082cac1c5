/// The variables that can change what a command makes: all except those of terminals, sessions, and
/// CI jobs, which differ in each call.
enum GivenVariables {
  private static let names: Set = [
    "_", "COLORTERM", "COLUMNS", "DISPLAY", "HOSTNAME", "INVOCATION_ID", "JOURNAL_STREAM", "LINES",
    "LS_COLORS", "OLDPWD", "PPID", "PS1", "PWD", "SHLVL", "STY", "TERM", "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION", "TMPDIR", "TMUX", "TMUX_PANE", "WAYLAND_DISPLAY", "WINDOWID",
    "XAUTHORITY",
  ]
  private static let beginnings = [
    "ACTIONS_", "BASH_FUNC_", "BUILDKITE_", "CI_", "CIRCLE_", "DBUS_", "GIT_", "GITHUB_", "GITLAB_",
    "JENKINS_", "KONSOLE_", "REHEARSE_", "RUNNER_", "SSH_", "SUDO_", "SYSTEMD_", "TRAVIS_",
    "VSCODE_", "XDG_SESSION_",
  ]

  /// The variables of an environment, as `NAME=VALUE`, sorted.
  static func those(of environment: [String: String]) -> [String] {
    environment.filter { name, _ in
      !names.contains(name) && !beginnings.contains(where: name.hasPrefix)
    }.map { "\($0)=\($1)" }.sorted()
  }
}
