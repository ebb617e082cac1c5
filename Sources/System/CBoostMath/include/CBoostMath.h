#ifndef CBOOSTMATH_H
#define CBOOSTMATH_H

#ifdef __cplusplus
extern "C" {
#endif

/// The status of a call. The result is written only if it is `boost_math_ok`.
typedef enum {
  boost_math_ok = 0,
  /// An argument outside the function's domain, such as a probability of 1.5.
  boost_math_domain = 1,
  /// The result is infinite or too large for a double, such as the quantile of 1.
  boost_math_overflow = 2,
  /// The series or iteration inside Boost did not converge.
  boost_math_failed = 3,
} boost_math_status;

/// P(T <= t) of Student's t. The degrees of freedom may be fractional, as Welch's are.
boost_math_status boost_math_student_t_cdf(double degrees, double t, double *result);

/// P(T > t) of Student's t, precise even if 1 - cdf would cancel to nothing.
boost_math_status boost_math_student_t_cdf_complement(double degrees, double t, double *result);

/// The t with P(T <= t) = probability.
boost_math_status boost_math_student_t_quantile(double degrees, double probability, double *result);

/// The t with P(T > t) = probability, precise for the small levels that corrections need.
boost_math_status boost_math_student_t_quantile_complement(double degrees, double probability,
                                                           double *result);

/// The f with P(F > f) = probability of Fisher's F.
boost_math_status boost_math_fisher_f_quantile_complement(double numerator, double denominator,
                                                          double probability, double *result);

#ifdef __cplusplus
}
#endif

#endif
