import Glibc
import SystemPackage

/// Which of the descriptors can be read or written, or have ended; empty when the time is up. A
/// negative time waits for ever.
func wait(
  for reading: [FileDescriptor], writing: [FileDescriptor] = [], milliseconds: Int64
) -> [FileDescriptor] {
  let descriptors = reading + writing
  var polled = reading.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
  polled += writing.map { pollfd(fd: $0.rawValue, events: Int16(POLLOUT), revents: 0) }
  while poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds)) < 0 {
    guard errno == EINTR else { return [] }
  }
  return zip(descriptors, polled).filter { $1.revents != 0 }.map(\.0)
}
