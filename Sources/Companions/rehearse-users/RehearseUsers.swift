import DriverKit
import Glibc

/// The driver of scenarios whose steps are HTTP requests. Rehearse starts it with the values of the variables that
/// requests may name, as `NAME=value`.
@main
struct RehearseUsers {
  static func main() {
    if CommandLine.arguments.dropFirst().contains(where: { ["-h", "--help"].contains($0) }) {
      print(
        """
        Sends the requests of a scenario's steps, such as 'http: GET /devices'. 'rehearse' starts it by itself, and
        tells it on standard input what to send, by the protocol of drivers.
        """)
      return
    }
    // Each user who waits for an answer has a connection.
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    signal(SIGPIPE, SIG_IGN)
    serve(Client.self)
  }
}
