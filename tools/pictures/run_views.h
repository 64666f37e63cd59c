// What a view of a run does: one function a view (run_views.def), in its file.
#pragma once
#include <string>

#include "tools/pictures/run_picture.h"

namespace ssd::pictures {

struct RunViewForm {
  Recorded (*recorded)(const RunPicture& picture, const design::Design& design,
                       bool states_requests);  // recorded_for()
  bool (*is_empty)(const run::Ran& ran);
  draw::Picture (*drawn)(const RunPicture& picture, const design::Design& design, const run::Ran& ran,
                         draw::Format format);  // not empty
};
#define SSD_RUN_VIEW(id, name) RunViewForm name##_run_view();
#include "tools/pictures/run_views.def"

std::string run_text(const results::Report& report);  // "24 requests of W"

}  // namespace ssd::pictures
