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
    use tabiya::Position;
    use tabiya::render::Diagram;

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

    #[test]
    fn what_is_no_picture_is_an_error() {
        assert!(super::png("<svg", 80).is_err());
    }
}
