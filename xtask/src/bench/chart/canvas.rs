//! The paper of a chart: shapes and words at places, in the colours of a light or a dark page.

use std::fmt::{Display, Write};

use super::words::{escaped, width};

/// How wide every chart is: as wide as GitHub shows a document, so that its letters have its size.
pub const WIDTH: f64 = 760.0;
/// Around everything.
pub const MARGIN: f64 = 24.0;
/// Where the first row under the heading may begin.
pub const BELOW_HEADING: f64 = 86.0;
/// The size of most letters.
pub const LETTERS: f64 = 13.0;
/// The size of the smaller ones.
pub const SMALL: f64 = 12.0;

/// Doorbell's own tones. With its own ground, a chart is readable even where the page and the
/// system do not agree on what is dark.
const STYLE: &str = "\
svg{font:13px system-ui,-apple-system,'Segoe UI',Inter,'Noto Sans','DejaVu Sans',sans-serif}
.ground{fill:#fff;stroke:#ddd6ca}.ink{fill:#211e1a}.soft{fill:#5d564c}
.title{fill:#211e1a;font-size:15px;font-weight:600}.strong{fill:#211e1a;font-weight:600}
.small{font-size:12px}.clear{stroke:#fff;stroke-width:5px;paint-order:stroke}
.grid{stroke:#eae5dc}.base{stroke:#a39a8c}
.own{fill:#b06f00}.peer{fill:#968e83}.own-line{stroke:#b06f00}.peer-line{stroke:#968e83}
.reach{stroke:#5d564c}.around-budget{stroke:#fff;stroke-width:4px}
.budget{stroke:#211e1a;stroke-dasharray:3 3}.line{fill:none;stroke-width:2}
@media(prefers-color-scheme:dark){
.ground{fill:#1c1a18;stroke:#3d3833}.ink,.title,.strong{fill:#f2eee7}.soft{fill:#b9b1a5}
.grid{stroke:#302c28}.base{stroke:#6d655b}
.own{fill:#e6b04a}.peer{fill:#7d756a}.own-line{stroke:#e6b04a}.peer-line{stroke:#7d756a}
.clear,.around-budget{stroke:#1c1a18}.reach{stroke:#b9b1a5}.budget{stroke:#f2eee7}}
";

/// Where a text stands relative to its place.
#[derive(Clone, Copy)]
pub enum Side {
    /// It begins there.
    Begins,
    /// It has its middle there.
    Middle,
    /// It ends there.
    Ends,
}

/// What a legend explains.
#[derive(Clone, Copy)]
pub enum Sign {
    /// A bar or dot of Doorbell's.
    Own,
    /// A bar or dot of somebody else's.
    Peer,
    /// A line of Doorbell's.
    OwnLine,
    /// A line of somebody else's.
    PeerLine,
    /// The thin line from the median on.
    Reach,
    /// The dashed line.
    Budget,
}

/// A drawing that grows.
#[derive(Default)]
pub struct Canvas {
    body: String,
}

impl Canvas {
    /// Words, at their baseline.
    pub fn text(&mut self, class: &str, side: Side, (x, y): (f64, f64), text: &str) {
        let anchor = match side {
            Side::Begins => "",
            Side::Middle => " text-anchor=\"middle\"",
            Side::Ends => " text-anchor=\"end\"",
        };
        let (x, y, text) = (short(x), short(y), escaped(text));
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>"
        ));
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let (x1, y1, x2, y2) = (short(x1), short(y1), short(x2), short(y2));
        self.add(format_args!(
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        ));
    }

    /// A line through several places.
    pub fn path(&mut self, class: &str, places: &[(f64, f64)]) {
        let places: Vec<String> = places
            .iter()
            .map(|(x, y)| format!("{},{}", short(*x), short(*y)))
            .collect();
        self.add(format_args!(
            "<polyline class=\"{class}\" points=\"{}\"/>",
            places.join(" ")
        ));
    }

    /// A box with hardly round corners.
    pub fn rectangle(&mut self, class: &str, (x, y): (f64, f64), (wide, high): (f64, f64)) {
        let (x, y, wide, high) = (short(x), short(y), short(wide), short(high));
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" rx=\"2\"/>"
        ));
    }

    /// A dot.
    pub fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (short(x), short(y), short(radius));
        self.add(format_args!(
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ));
    }

    /// The title, and under it what the signs mean.
    pub fn heading(&mut self, title: &str, legend: &[(Sign, &str)]) {
        self.text("title", Side::Begins, (MARGIN, 36.0), title);
        let (mut x, y) = (MARGIN, 60.0);
        for (sign, meaning) in legend {
            let middle = y - 4.0;
            match sign {
                Sign::Own => self.rectangle("own", (x, middle - 5.0), (14.0, 10.0)),
                Sign::Peer => self.rectangle("peer", (x, middle - 5.0), (14.0, 10.0)),
                Sign::OwnLine => self.line("line own-line", (x, middle), (x + 14.0, middle)),
                Sign::PeerLine => self.line("line peer-line", (x, middle), (x + 14.0, middle)),
                Sign::Reach => {
                    self.line("reach", (x, middle), (x + 14.0, middle));
                    self.line("reach", (x + 14.0, middle - 4.0), (x + 14.0, middle + 4.0));
                }
                Sign::Budget => {
                    self.line("budget", (x + 7.0, middle - 7.0), (x + 7.0, middle + 7.0))
                }
            }
            self.text("soft small", Side::Begins, (x + 21.0, y), meaning);
            x += 21.0 + width(meaning, SMALL) + 16.0;
        }
    }

    /// The whole file.
    pub fn finish(self, height: f64, title: &str, description: &str) -> String {
        let (wide, high) = (short(WIDTH), short(height));
        let (inner_wide, inner_high) = (short(WIDTH - 1.0), short(height - 1.0));
        let (title, description) = (escaped(title), escaped(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-labelledby=\"title description\">\n\
             <title id=\"title\">{title}</title>\n\
             <desc id=\"description\">{description}</desc>\n\
             <style>\n{STYLE}</style>\n\
             <rect class=\"ground\" x=\"0.5\" y=\"0.5\" width=\"{inner_wide}\" \
             height=\"{inner_high}\" rx=\"8\"/>\n\
             {}</svg>\n",
            self.body
        )
    }

    fn add(&mut self, element: impl Display) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// With one decimal, and none where it says nothing.
fn short(value: f64) -> String {
    // A zero that was a little less has a sign otherwise.
    format!("{}", (value * 10.0).round() / 10.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::{Canvas, Side, short};

    #[test]
    fn places_have_the_digits_worth_writing() {
        assert_eq!(short(12.0), "12");
        assert_eq!(short(12.345), "12.3");
        assert_eq!(short(-0.01), "0");
    }

    #[test]
    fn a_file_says_what_it_shows_and_nothing_in_it_is_markup() {
        let mut canvas = Canvas::default();
        canvas.text("ink", Side::Ends, (1.0, 2.0), "a<b");
        let svg = canvas.finish(100.0, "A & B", "<none>");
        assert!(svg.contains("role=\"img\""));
        assert!(svg.contains("<title id=\"title\">A &amp; B</title>"));
        assert!(svg.contains("&lt;none&gt;</desc>"));
        assert!(svg.contains("text-anchor=\"end\">a&lt;b</text>"));
    }
}
