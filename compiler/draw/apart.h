// Work in a child process. Graphviz, and the libraries under it that measure text, end the process, or go on with null
// pointers, if they lack memory, threads or files. In a child they end only themselves.
#pragma once
#include <functional>
#include <string>

namespace ssd::draw {

// What happens if the system starts no process.
enum class WithoutProcess { kFails, kHere };

// Runs the task in a copy of this process, and returns its text. One task runs at a time. What the task prints is lost.
// Throws RenderError if the task does, or if the child ends before the task, and std::bad_alloc if the task does.
// kHere is for tasks that need no threads and hardly any memory.
std::string apart(const std::function<std::string()>& task, WithoutProcess otherwise = WithoutProcess::kFails);

}  // namespace ssd::draw
