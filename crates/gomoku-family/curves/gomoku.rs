Expectation {
    tail: f64::INFINITY,
    spread: [33.0, 59.0, 69.0, 68.0, 81.0, 113.0],
    margin: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
}
