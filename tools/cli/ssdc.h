// The program ssdc as a function, which the Python package calls in a shared library.
#pragma once

namespace ssd::cli {

// Does what main() does with these words; returns the exit code.
int ssdc(int argc, char** argv);

}  // namespace ssd::cli
