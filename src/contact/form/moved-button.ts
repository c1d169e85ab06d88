/** The properties of a `mousedown` event that `clickIfMoved` reads. */
type PressStart = Pick<MouseEvent, 'target' | 'button' | 'clientX' | 'clientY' | 'screenX' | 'screenY'>;

/**
 * Clicks the button on which a press starts when the press ends, if the button has moved away from the resting
 * pointer meanwhile: the browser clicks nothing then. The page may still scroll, for example to a focused field, or
 * messages above the button disappear. Does nothing if the visitor moves the pointer away from the button.
 */
export function clickIfMoved({ target, button, clientX, clientY, screenX, screenY }: PressStart): void {
  const pressed = target instanceof Element && target.closest<HTMLElement>('button, [type="submit"]');
  if (!pressed || button !== 0) return;
  const startBox = pressed.getBoundingClientRect();
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const handleEnd = (end: MouseEvent) => {
    listening.abort();
    // A frame may move with its button, so only the position on the screen shows that the pointer rests.
    const x = clientX + end.screenX - screenX;
    const y = clientY + end.screenY - screenY;
    const hasMoved = !contains(pressed.getBoundingClientRect(), end.clientX, end.clientY);
    if (contains(startBox, x, y) && hasMoved) pressed.click();
  };
  addEventListener('mouseup', handleEnd, options);
  // The browser reports no end of a press that became a drag.
  addEventListener('mousedown', () => listening.abort(), options);
}

/** Returns true if a point is in a box or on its edge. */
function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
