//! What systemd is told about the hall (`Type=notify` in `deploy/yiqi.service`), so that `systemctl start` and `restart` return
//! when the hall serves, and not before. Without `NOTIFY_SOCKET` in the environment nothing is sent.

/// What became of the hall.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum HallStage {
    /// It serves.
    Ready,
    /// It closes: its games end, and its store.
    Closing,
}

/// Tells systemd, if that is what started the process.
#[cfg(target_os = "linux")]
pub(crate) fn tell(stage: HallStage) {
    let state = match stage {
        HallStage::Ready => sd_notify::NotifyState::Ready,
        HallStage::Closing => sd_notify::NotifyState::Stopping,
    };
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!("systemd was not told that the hall is at {stage:?}: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn tell(_stage: HallStage) {}
