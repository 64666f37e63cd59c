// Logarithm and exponential that give the same bits on every machine: made of + - * / on doubles (which IEEE 754 fixes)
// and of shifts of their bits. The C library's differ between versions, and a generator promises the same trace
// everywhere. Compiled with -ffp-contract=off. Within 1e-15 relative of the true value (exp: 1e-14).
#pragma once

namespace ssd::trace {

double exact_log(double x);    // x > 0, normal
double exact_log1p(double x);  // x > -1
double exact_exp(double x);    // 0 below -700, and cut at 700
double exact_expm1(double x);

}  // namespace ssd::trace
