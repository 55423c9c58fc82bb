//! What a person does: chosen by the input alone, so that an input that fails once fails again.

/// A hash (FNV-1a) of what was read, from which choices are made.
pub struct Choices(u64);

impl Choices {
    pub fn new(input: &[u8]) -> Self {
        let mut choices = Self(0xCBF2_9CE4_8422_2325);
        choices.read(input);
        choices
    }

    /// Later choices depend on these bytes too.
    pub fn read(&mut self, input: &[u8]) {
        for byte in input {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.read(&[0]);
        usize::try_from(self.0 >> 32).unwrap() % most
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}
