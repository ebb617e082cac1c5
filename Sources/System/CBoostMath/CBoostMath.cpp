#include "CBoostMath.h"

#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace {

// No exception may unwind into Swift. Boost reports by std::domain_error and
// std::overflow_error under its default policy; everything else (evaluation_error,
// rounding_error, bad_alloc) means that there is no result.
template <typename Function>
boost_math_status guarded(double *result, Function function) noexcept {
  try {
    const double value = function();
    if (std::isnan(value)) return boost_math_failed;
    if (std::isinf(value)) return boost_math_overflow;
    *result = value;
    return boost_math_ok;
  } catch (const std::domain_error &) {
    return boost_math_domain;
  } catch (const std::overflow_error &) {
    return boost_math_overflow;
  } catch (...) {
    return boost_math_failed;
  }
}

using boost::math::complement;
using boost::math::fisher_f;
using boost::math::students_t;

}  // namespace

boost_math_status boost_math_student_t_cdf(double degrees, double t, double *result) {
  return guarded(result, [=] { return cdf(students_t(degrees), t); });
}

boost_math_status boost_math_student_t_cdf_complement(double degrees, double t, double *result) {
  return guarded(result, [=] { return cdf(complement(students_t(degrees), t)); });
}

boost_math_status boost_math_student_t_quantile(double degrees, double probability,
                                                double *result) {
  return guarded(result, [=] { return quantile(students_t(degrees), probability); });
}

boost_math_status boost_math_student_t_quantile_complement(double degrees, double probability,
                                                           double *result) {
  return guarded(result, [=] { return quantile(complement(students_t(degrees), probability)); });
}

boost_math_status boost_math_fisher_f_quantile_complement(double numerator, double denominator,
                                                          double probability, double *result) {
  return guarded(result, [=] {
    return quantile(complement(fisher_f(numerator, denominator), probability));
  });
}
