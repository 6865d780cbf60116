Expectation {
    tail: f64::INFINITY,
    spread: [31.0, 36.0, 59.0, 55.0, 61.0, 86.0],
    margin: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
}
