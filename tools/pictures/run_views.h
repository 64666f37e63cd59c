// The functions of a view of a run. Each view of run_views.def has a file that defines its NAME_run_view().
#pragma once
#include <string>

#include "tools/pictures/run_picture.h"

namespace ssd::pictures {

struct RunViewForm {
  Recorded (*recorded)(const RunPicture& picture, const design::Design& design,
                       bool states_requests);  // see recorded_for()
  bool (*is_empty)(const run::Ran& ran);
  draw::Picture (*drawn)(const RunPicture& picture, const design::Design& design, const run::Ran& ran,
                         draw::Format format);  // the run is not empty
};
#define SSD_RUN_VIEW(id, name) RunViewForm name##_run_view();
#include "tools/pictures/run_views.def"

std::string run_text(const results::Report& report);  // such as "24 requests of W"

}  // namespace ssd::pictures
