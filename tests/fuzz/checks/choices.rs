//! Pseudo-random choices derived from the input alone, so that a failing input always fails.

/// An FNV-1a hash of the input read so far.
pub struct Choices(u64);

impl Choices {
    pub fn new(input: &[u8]) -> Self {
        let mut choices = Self(0xCBF2_9CE4_8422_2325);
        choices.read(input);
        choices
    }

    /// Makes later choices depend on these bytes.
    pub fn read(&mut self, input: &[u8]) {
        for byte in input {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.read(&[0]);
        usize::try_from(self.0 >> 32).unwrap() % limit
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}
