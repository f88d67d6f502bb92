//! From SVG to pixels.

use resvg::{tiny_skia, usvg};

use crate::failure::Failure;

/// Renders an SVG of a square picture as a PNG that is `size` pixels wide and high.
pub fn png(svg: &str, size: u32) -> Result<Vec<u8>, Failure> {
    let broken = |what: &dyn std::fmt::Display| Failure::new(what).at("cannot render the picture");
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| broken(&e))?;
    let mut pixels = tiny_skia::Pixmap::new(size, size).ok_or_else(|| broken(&"no memory"))?;
    let scale = size as f32 / tree.size().width();
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| broken(&error))
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;
    use tabiya::render::{Diagram, Theme};
    use tabiya::{Bitboard, Position};

    /// Red, green and blue a little below the middle of a square of a 400-pixel board.
    fn middle(pixels: &Pixmap, column: u32, row: u32) -> [u8; 3] {
        let pixel = pixels.pixel(50 * column + 25, 50 * row + 33).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn pieces_and_squares_come_out_in_their_colours() {
        let svg = Diagram::of(&Position::startpos()).svg().to_string();
        let png = super::png(&svg, 400).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (400, 400));
        assert_eq!(middle(&pixels, 0, 4), [0xef, 0xe2, 0xc9], "a4 is light");
        assert_eq!(middle(&pixels, 1, 4), [0xb5, 0x8a, 0x66], "b4 is dark");
        for column in 0..8 {
            assert!(middle(&pixels, column, 6).iter().all(|&part| part > 0xd0), "a white pawn");
            assert!(middle(&pixels, column, 1).iter().all(|&part| part < 0x70), "a black pawn");
        }
    }

    /// The contrast of two colours, from 1 to 21, as the guidelines for readable pages (WCAG) define it.
    fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let luminance = |color: [u8; 3]| {
            let [red, green, blue] = color.map(|part| (f64::from(part) / 255.0).powf(2.2));
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    /// The strongest contrast to the ground of a square within a part of it, in an 800-pixel picture.
    fn strongest(pixels: &Pixmap, (left, top): (u32, u32), (width, height): (u32, u32), ground: (u32, u32)) -> f64 {
        let at = |x, y| {
            let pixel = pixels.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let ground = at(ground.0, ground.1);
        let parts = (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y)));
        parts.map(|(x, y)| contrast(at(x, y), ground)).fold(1.0, f64::max)
    }

    #[test]
    fn digits_and_black_pieces_can_be_seen_with_and_without_marks() {
        for theme in [Theme::Light, Theme::Dark] {
            for overlay in [Bitboard::EMPTY, Bitboard::FULL] {
                let diagram =
                    Diagram::of(&Position::startpos()).coordinates(true).theme(theme).overlay(overlay).size(800);
                let pixels = Pixmap::decode_png(&super::png(&diagram.svg().to_string(), 800).unwrap()).unwrap();
                let case = format!("{theme:?}, {} squares marked", overlay.len());
                for row in 0..8 {
                    // The digit crosses the frame, whose own contrast is below 2; the ground is beside the piece.
                    let digit = strongest(&pixels, (2, 100 * row + 2), (18, 28), (14, 100 * row + 60));
                    let least = if overlay.is_empty() { 1.8 } else { 3.0 };
                    assert!(digit > least, "{case}: rank {} has a contrast of {digit:.2}", 8 - row);
                }
                for column in 0..8 {
                    let pawn = strongest(&pixels, (100 * column + 30, 130), (40, 60), (100 * column + 14, 160));
                    assert!(pawn > 3.0, "{case}: the black pawn of file {column} has a contrast of {pawn:.2}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        assert!(super::png("<svg", 80).is_err());
    }
}
