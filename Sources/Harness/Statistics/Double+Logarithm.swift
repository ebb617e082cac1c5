#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Double {
  /// ln(self).
  var naturalLogarithm: Double { log(self) }

  /// e to the power of self.
  var exponential: Double { exp(self) }
}
