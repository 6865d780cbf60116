/// The hidden layer of one perspective, before it is clipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(crate) hidden: Vec<i16>,
    /// What the features add directly, for each bucket.
    pub(crate) skip: Vec<i32>,
}

impl Accumulator {
    pub(crate) fn new(bias: Vec<i16>, buckets: usize) -> Self {
        Self { hidden: bias, skip: vec![0; buckets] }
    }

    /// The hidden layer.
    #[must_use]
    pub fn hidden(&self) -> &[i16] {
        &self.hidden
    }

    /// Takes over the values of another accumulator of the same network, without a new allocation.
    pub fn copy_from(&mut self, other: &Self) {
        self.hidden.clone_from(&other.hidden);
        self.skip.clone_from(&other.skip);
    }
}
