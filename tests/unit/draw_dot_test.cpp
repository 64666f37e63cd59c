// A whole picture as text: whatever changes in it shows here, one tag a line.
#include <gtest/gtest.h>

#include "compiler/draw/draw.h"
#include "tests/unit/draw_designs.h"

namespace ssd::draw {
namespace {

// One tag a line, so that a difference is one line too.
std::string by_tags(std::string text) {
  for (auto at = text.find("><"); at != std::string::npos; at = text.find("><", at + 1)) text.insert(at + 1, 1, '\n');
  return text;
}

TEST(Draw, WritesThisDot) {
  const std::string golden = R"GOLDEN(digraph "Where Test puts its logical pages 0 to 3" {
	graph [fontname="Helvetica,Arial,sans-serif",
		pad=0.15,
		ranksep=0.08
	];
	node [fontname="Helvetica,Arial,sans-serif",
		height=0,
		label="\N",
		margin=0,
		peripheries=0,
		shape=box,
		width=0
	];
	edge [arrowhead=none,
		color="#78909c"
	];
	heading	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="16" COLOR="#212121">
<B>Where Test puts its logical pages 0 to 3</B>
</FONT>
</TD>
</TR>
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="12" COLOR="#212121">allocation: <B>static channel &gt; die &gt; plane &gt; chip</B> (the channel varies fastest)</FONT>
</TD>
</TR>
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="10" COLOR="#546e7a">2 channels × 1 chip × 1 die × 1 plane = 2 planes; pages of 2 KiB; a stripe is 2 pages (4 KiB)</FONT>
</TD>
</TR>
</TABLE>>];
	planes	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="1">
<TR>
<TD COLSPAN="2">
</TD>
<TD BGCOLOR="#eceff1" CELLPADDING="4">
<FONT POINT-SIZE="12" COLOR="#212121">
<B>channel 0</B>
</FONT>
</TD>
<TD BGCOLOR="#eceff1" CELLPADDING="4">
<FONT POINT-SIZE="12" COLOR="#212121">
<B>channel 1</B>
</FONT>
</TD>
</TR>
<TR>
<TD COLSPAN="2">
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD WIDTH="56">
<FONT POINT-SIZE="10" COLOR="#546e7a">plane 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD WIDTH="56">
<FONT POINT-SIZE="10" COLOR="#546e7a">plane 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
</TR>
<TR>
<TD>
<FONT POINT-SIZE="12" COLOR="#212121">
<B>chip 0</B>
</FONT>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD HEIGHT="24">
<FONT POINT-SIZE="10" COLOR="#546e7a">die 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="#90a4ae" BGCOLOR="#eceff1">
<TR>
<TD WIDTH="56" HEIGHT="24" BGCOLOR="#fef392">
<FONT POINT-SIZE="12" COLOR="#212121">0  2</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="#90a4ae" BGCOLOR="#eceff1">
<TR>
<TD WIDTH="56" HEIGHT="24" BGCOLOR="#a280aa">
<FONT POINT-SIZE="12" COLOR="#212121">1  3</FONT>
</TD>
</TR>
</TABLE>
</TD>
</TR>
</TABLE>>];
	heading:sw -> planes:nw	[style=invis,
		weight=100];
	legend	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">
<TR>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">first page of each plane:</FONT>
</TD>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">0</FONT>
</TD>
<TD WIDTH="18" BGCOLOR="#fef392">
</TD>
<TD WIDTH="18" BGCOLOR="#e1ef96">
</TD>
<TD WIDTH="18" BGCOLOR="#c4e9a3">
</TD>
<TD WIDTH="18" BGCOLOR="#aae2b3">
</TD>
<TD WIDTH="18" BGCOLOR="#96d8be">
</TD>
<TD WIDTH="18" BGCOLOR="#91cdc3">
</TD>
<TD WIDTH="18" BGCOLOR="#92c2c6">
</TD>
<TD WIDTH="18" BGCOLOR="#96b7c6">
</TD>
<TD WIDTH="18" BGCOLOR="#9cabc5">
</TD>
<TD WIDTH="18" BGCOLOR="#a09ec1">
</TD>
<TD WIDTH="18" BGCOLOR="#a390b8">
</TD>
<TD WIDTH="18" BGCOLOR="#a280aa">
</TD>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">1</FONT>
</TD>
</TR>
</TABLE>>];
	planes:sw -> legend:nw	[style=invis,
		weight=100];
}
)GOLDEN";
  EXPECT_EQ(by_tags(draw(drive({2, 1, 1, 1, 64, 64}, {kC, kD, kP, kW}), View::kAllocation, Format::kDot, {4}).bytes), golden);
}

}  // namespace
}  // namespace ssd::draw
