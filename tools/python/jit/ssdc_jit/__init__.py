"""The library of ssdc with the compiler to native code. The package ssdc finds it; nothing here is called."""
