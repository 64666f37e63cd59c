// The style of every page, and the script that makes plots interactive and tables sortable. In print the plots are the
// static ones, which fit the paper, and all details are open.
#pragma once

namespace ssd::pictures {

inline constexpr const char* kPageStyle = R"css(
@page { size: A4; margin: 15mm }
body { font: 15px/1.45 "DejaVu Sans", Arial, sans-serif; color: #212121; background: #fff; max-width: 1150px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.6em; margin-bottom: .2em } h2 { font-size: 1.2em; margin-top: 2em; border-bottom: 1px solid #b0bec5 } h3 { font-size: 1em }
table { border-collapse: collapse; margin: 1em 0; font-size: .9em } th, td { padding: .25em .7em; border-bottom: 1px solid #dfe4e7; text-align: left; vertical-align: top }
th { background: #f5f7f8; cursor: pointer } td.n { text-align: right; font-variant-numeric: tabular-nums }
.wide, .scroll { overflow-x: auto }
.figure { break-inside: avoid; margin: 1.5em 0; overflow-x: auto } .figure svg { max-width: 100%; height: auto }
.holds { color: #00553c } .fails { color: #9c2f00; font-weight: bold } .undecided, .known { color: #5d4e00 } .note { color: #546e7a; font-size: .9em }
pre { background: #f5f7f8; padding: .8em; overflow-x: auto; font-size: .82em; line-height: 1.35 } summary { cursor: pointer; margin: .4em 0 }
.live .still { display: none }
p, li, h1, h2, h3, summary { overflow-wrap: anywhere }
/* On a narrow screen plots and tables keep a size that can be read, and scroll inside their own area. */
@media screen and (max-width: 700px) {
  body { margin: 1em auto } .figure svg, .wide svg { max-width: none } .plot { min-width: 560px }
}
@media print {
  body { margin: 0; max-width: none; font-size: 10pt } a { color: inherit } h2, h3, summary { break-after: avoid } tr { break-inside: avoid }
  .live .still { display: block } .plot { display: none }
  .figure, .wide, .scroll, pre { overflow: visible } .figure svg, .wide svg { max-width: 100%; max-height: 240mm; height: auto }
  .wide table { font-size: 7pt; width: 100% } .wide th, .wide td { padding: .15em .3em; overflow-wrap: anywhere } pre { white-space: pre-wrap; font-size: 7.5pt }
}
)css";

// Tables are sorted by data-v: the value with all digits instead of the rounded one, or the position of a value on its
// axis. Cells without a number come last.
inline constexpr const char* kPageScript = R"js(
document.querySelectorAll("table.sortable th").forEach(function (head) {
  head.addEventListener("click", function () {
    var table = head.closest("table"), body = table.tBodies[0], column = Array.prototype.indexOf.call(head.parentNode.children, head);
    var up = head.dataset.up !== "1";
    head.dataset.up = up ? "1" : "0";
    var key = function (row) { var cell = row.cells[column]; return cell.dataset.v === undefined ? Infinity : Number(cell.dataset.v); };
    var order = function (x, y) { return isFinite(x) && isFinite(y) ? (up ? x - y : y - x) : isFinite(y) - isFinite(x); };
    Array.from(body.rows).sort(function (a, b) { return order(key(a), key(b)); }).forEach(function (row) { body.appendChild(row); });
  });
});
var wereClosed = [];
window.addEventListener("beforeprint", function () {
  wereClosed = Array.from(document.querySelectorAll("details:not([open])"));
  wereClosed.forEach(function (one) { one.open = true; });
});
window.addEventListener("afterprint", function () { wereClosed.forEach(function (one) { one.open = false; }); });
if (window.Plotly) {
  document.querySelectorAll(".figure").forEach(function (figure) {
    var panels = JSON.parse(figure.querySelector("script").textContent);
    panels.forEach(function (panel) {
      var place = document.createElement("div");
      place.className = "plot";
      figure.appendChild(place);
      Plotly.newPlot(place, panel.data, panel.layout, { displaylogo: false, displayModeBar: "hover", responsive: true });
    });
    figure.classList.add("live");
  });
}
)js";

}  // namespace ssd::pictures
