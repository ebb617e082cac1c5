import Glibc

/// Facts of the kernel that turn /proc's numbers into units.
public enum KernelUnits {
  /// Bytes a page.
  public static let pageSize = Int64(sysconf(Int32(_SC_PAGESIZE)))
  /// Nanoseconds a clock tick of /proc (USER_HZ, 100 on every Linux one meets).
  public static let tickNanoseconds = 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
}
