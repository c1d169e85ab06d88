/**
 * Resolves when the browser has drawn a frame and is idle. Chromium may never be idle while nothing is drawn: frames
 * are requested until it is.
 */
export function awaitIdle(): Promise<void> {
  return new Promise((resolve) => {
    let isIdle = false;
    const requestFrame = () => void (isIdle || requestAnimationFrame(requestFrame));
    const handleIdle = () => {
      isIdle = true;
      resolve();
    };
    requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(handleIdle)));
    requestFrame();
  });
}
