//! Records a part of the screen as an animated PNG.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use doorbell_tests::screen::Screen;
use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, Filter};

/// Fast enough to see what is typed.
const INTERVAL: Duration = Duration::from_millis(120);

/// How long the last frame stays before the picture starts again.
const LAST_FRAME: Duration = Duration::from_secs(4);

const BYTES_PER_PIXEL: usize = 4;

/// A part of the screen.
#[derive(Clone, Copy)]
pub struct Area {
    pub position: (i16, i16),
    pub size: (u16, u16),
}

/// The changed part of a frame. Unchanged pixels in it are transparent, which compresses well.
struct Frame {
    at: Duration,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// A recording in progress.
pub struct Recording {
    area: Area,
    is_over: Arc<AtomicBool>,
    frames: JoinHandle<Result<Vec<Frame>>>,
}

impl Recording {
    /// Starts to record.
    pub fn start(display: &str, area: Area) -> Result<Self> {
        let screen = Screen::of(display)?;
        let is_over = Arc::new(AtomicBool::new(false));
        let frames = std::thread::spawn({
            let is_over = is_over.clone();
            move || record(&screen, area, &is_over)
        });
        Ok(Self {
            area,
            is_over,
            frames,
        })
    }

    /// Ends the recording and writes the file. Returns how long it plays.
    pub fn save(self, file: &Path) -> Result<Duration> {
        self.is_over.store(true, Ordering::Relaxed);
        let frames = self.frames.join();
        let frames = frames.map_err(|_| anyhow!("the recorder panicked"))??;
        encode(&frames, self.area, file)?;
        let last = frames.last().context("no frame")?;
        Ok(last.at + LAST_FRAME)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a film has a frame at fixed times"
)]
fn record(screen: &Screen, area: Area, is_over: &AtomicBool) -> Result<Vec<Frame>> {
    let started = Instant::now();
    let mut frames = Vec::new();
    let mut before = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let at = started.elapsed();
        let now = screen.area(area.position, area.size)?;
        frames.extend(changed_part(at, &before, &now, area.size.0.into()));
        before = now;
        std::thread::sleep(INTERVAL.saturating_sub(started.elapsed() - at));
    }
    Ok(frames)
}

/// The smallest rectangle with all changes, or `None` if nothing changed. The first frame is whole.
fn changed_part(at: Duration, before: &[u8], now: &[u8], row: usize) -> Option<Frame> {
    let pixel = |pixels: &[u8], index: usize| -> Option<[u8; 3]> {
        let [blue, green, red] = pixels.get(index * BYTES_PER_PIXEL..)?.first_chunk()?;
        Some([*red, *green, *blue])
    };
    let is_changed = |index: &usize| pixel(before, *index) != pixel(now, *index);
    let changed = (0..now.len() / BYTES_PER_PIXEL).filter(is_changed);
    let mut bounds: Option<[usize; 4]> = None;
    for (x, y) in changed.map(|index| (index % row, index / row)) {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = bounds?;
    let indices = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * row + x));
    let rgba = indices.flat_map(|index| match pixel(now, index) {
        Some([red, green, blue]) if is_changed(&index) => [red, green, blue, u8::MAX],
        _ => [0; BYTES_PER_PIXEL],
    });
    Some(Frame {
        at,
        x: left,
        y: top,
        width: right - left + 1,
        height: bottom - top + 1,
        rgba: rgba.collect(),
    })
}

fn encode(frames: &[Frame], area: Area, file: &Path) -> Result<()> {
    let output = BufWriter::new(File::create(file)?);
    let mut encoder = Encoder::new(output, area.size.0.into(), area.size.1.into());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    // Text and flat surfaces compress best without a filter.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_animated(u32::try_from(frames.len())?, 0)?;
    encoder.set_blend_op(BlendOp::Over)?;
    let mut writer = encoder.write_header()?;
    let ends = frames.iter().skip(1).map(|next| Some(next.at));
    for (frame, end) in frames.iter().zip(ends.chain([None])) {
        let shown = end.map_or(LAST_FRAME, |end| end - frame.at).as_millis();
        // The order matters: a frame must fit at its position.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(u32::try_from(frame.width)?, u32::try_from(frame.height)?)?;
        writer.set_frame_position(u32::try_from(frame.x)?, u32::try_from(frame.y)?)?;
        writer.set_frame_delay(u16::try_from(shown).unwrap_or(u16::MAX), 1000)?;
        writer.write_image_data(&frame.rgba)?;
    }
    writer.finish().context("the end of the file")
}
