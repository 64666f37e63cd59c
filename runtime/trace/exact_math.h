// Logarithm and exponential that give the same bits on every machine: they use only + - * / on doubles (which IEEE 754
// defines exactly) and shifts of their bits. The C library's functions differ between versions, but a generator must
// produce the same trace everywhere. Compiled with -ffp-contract=off. The relative error is at most 1e-15 (exp: 1e-14).
#pragma once

namespace ssd::trace {

double exact_log(double x);    // x > 0, normal
double exact_log1p(double x);  // x > -1
double exact_exp(double x);    // 0 for x below -700; x above 700 counts as 700
double exact_expm1(double x);

}  // namespace ssd::trace
