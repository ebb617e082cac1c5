import Glibc

/// A driver or a service with all that it starts.
struct ProcessFamily {
  /// The driver or service itself, which leads a process group.
  let leader: pid_t
  /// Its launcher, from which all of them descend, also those that left the group.
  let launcher: pid_t
}
