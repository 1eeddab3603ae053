//! From counts to shares with honest intervals.

/// A share and the interval in which the true one lies with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share that was seen, 0 to 1.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The standard normal quantile of 0.975.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson score interval (E. B. Wilson, 1927) of `hits` among `trials` at 95 %. Unlike the plain normal interval it
/// stays within 0 and 1 and keeps a width when nothing or everything hit. Of no trials it is 0 to 1.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub fn wilson(hits: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (trials as f64, hits as f64 / trials as f64);
    let z2 = Z * Z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval {
        share: p,
        low: if hits == 0 { 0.0 } else { (middle - half).max(0.0) },
        high: if hits == trials { 1.0 } else { (middle + half).min(1.0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn wilson_gives_known_values() {
        // Half of 100: 0.40383 to 0.59617; 1 of 10: 0.01788 to 0.40415 (worked out with the formula by hand).
        let half = wilson(50, 100);
        assert!(close(half.low, 0.40383) && close(half.high, 0.59617), "{half:?}");
        let tenth = wilson(1, 10);
        assert!(close(tenth.low, 0.01788) && close(tenth.high, 0.40415), "{tenth:?}");
    }

    #[test]
    fn wilson_keeps_a_width_at_the_ends() {
        let none = wilson(0, 20);
        assert!(none.low == 0.0 && none.high > 0.1 && none.high < 0.2, "{none:?}");
        let all = wilson(20, 20);
        assert!(all.high == 1.0 && all.low > 0.8 && all.low < 0.9, "{all:?}");
        assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
    }
}
