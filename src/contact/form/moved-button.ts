/** The properties of a `mousedown` event that `clickIfMoved` reads. */
type PressStart = Pick<MouseEvent, 'target' | 'button' | 'clientX' | 'clientY' | 'screenX' | 'screenY'>;

/** The CSS pixels that a pointer may move on the screen and still rest. */
const restingPx = 4;

/**
 * Clicks the button on which a press starts when the press ends, if the button has moved away from the resting
 * pointer meanwhile: the browser clicks nothing then. The page may still scroll, for example to a focused field, or
 * messages above the button disappear. Does nothing if the visitor moves the pointer away from the button, or if
 * the button disappears, or if another call for the same press has clicked already.
 */
export function clickIfMoved({ target, button, clientX, clientY, screenX, screenY }: PressStart): void {
  const pressed = target instanceof Element && target.closest<HTMLElement>('button, [type="submit"]');
  if (!pressed || button !== 0) return;
  const startBox = pressed.getBoundingClientRect();
  // The browser clicks for a press that ends at a part of the button, or at the label around it.
  const clickable = pressed.closest('label') ?? pressed;
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const handleEnd = (end: MouseEvent) => {
    listening.abort();
    if (end.defaultPrevented || end.composedPath().includes(clickable)) return;
    // A frame may move with its button, so only the position on the screen shows that the pointer rests. It has
    // other pixels if the page is zoomed or the frame is scaled.
    const [x, y] = [end.screenX - screenX, end.screenY - screenY];
    const hasRested =
      contains(startBox, end.clientX, end.clientY) ||
      (Math.hypot(x, y) <= restingPx && contains(startBox, clientX + x, clientY + y));
    const endBox = pressed.getBoundingClientRect();
    if (!hasRested || endBox.width === 0 || contains(endBox, end.clientX, end.clientY)) return;
    end.preventDefault();
    pressed.click();
  };
  addEventListener('mouseup', handleEnd, options);
  // The browser reports no end of a press that became a drag.
  addEventListener('mousedown', () => listening.abort(), options);
}

/** Returns true if a point is in a box or on its edge. */
function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
