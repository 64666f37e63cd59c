// The program ssdc.
#include "tools/cli/ssdc.h"

int main(int argc, char** argv) { return ssd::cli::ssdc(argc, argv); }
