/**
 * Runs on a form's page in a frame. It posts its height to the page around (`frame.ts`) when the height
 * changes and when that page requests it. It also posts the position of an element that a script has focused,
 * such as the thanks or a problem, because a frame of another origin does not scroll the page around.
 */

const form = document.querySelector('main');
/** The time in ms after which the page has certainly changed the frame's height. */
const settledMs = 1000;
/** Sends a message to the page around, whatever its origin. */
const postToParent = (message: object) => parent.postMessage(message, '*');
/** Sends the height of the form, in CSS pixels. */
const postHeight = () =>
  postToParent({ type: 'slipway:height', height: form?.getBoundingClientRect().height });

if (form && parent !== window) {
  // A frame outside the viewport is not laid out, so no observer would be called.
  postHeight();
  new ResizeObserver(postHeight).observe(form);
  addEventListener('message', ({ data }) => data?.type === 'slipway:ask' && postHeight());
  startPostingFocus(form);
}

/**
 * Posts the position of each element that receives the focus from now on, and again if the frame is resized
 * within `settledMs`. An element that a press has focused is left out, because it is visible already, and a press
 * ends the posts of an earlier element: the page must not scroll under the pointer.
 */
function startPostingFocus(form: HTMLElement): void {
  let isPressed = false;
  /** The element that was focused recently. It may move while the page makes room for new messages. */
  let latest: Element | undefined;
  /** Sends the position of `latest` in the frame, in CSS pixels. Does nothing if it is undefined. */
  const postPosition = () => {
    if (!latest) return;
    const { top, bottom } = latest.getBoundingClientRect();
    postToParent({ type: 'slipway:focus', top, bottom });
  };
  const handlePress = () => {
    isPressed = true;
    latest = undefined;
  };
  addEventListener('mousedown', handlePress, true);
  addEventListener('mouseup', () => (isPressed = false), true);
  form.addEventListener('focusin', ({ target }) => {
    if (isPressed || !(target instanceof Element)) return;
    latest = target;
    postPosition();
    setTimeout(() => {
      if (latest === target) latest = undefined;
    }, settledMs);
  });
  addEventListener('resize', postPosition);
}
