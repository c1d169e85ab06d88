/**
 * On a form's page in a frame: tells the page around (`frame.ts`) how high it is, when that changes and when it is asked; and where what
 * scripts give the focus to stands, as thanks and problems are: a frame of another origin does not scroll the page around.
 */

const form = document.querySelector('main');
/** Longer than a page takes to give a frame another height. */
const settledMs = 1000;
const post = (message: object) => parent.postMessage(message, '*');
const tellHeight = () => post({ type: 'slipway:height', height: form?.getBoundingClientRect().height });

if (form && parent !== window) {
  // A frame that is out of sight is not laid out, so that no observer would tell of it.
  tellHeight();
  new ResizeObserver(tellHeight).observe(form);
  addEventListener('message', ({ data }) => data?.type === 'slipway:ask' && tellHeight());
  tellFocus(form);
}

/** What a visitor points at is in sight, and a page that scrolled below the pointer would lose the click. */
function tellFocus(form: HTMLElement): void {
  let isPressed = false;
  /** What had the focus lately: until the page around has made room for new messages, it may stand elsewhere. */
  let latest: Element | undefined;
  const tell = () => {
    if (!latest) return;
    const { top, bottom } = latest.getBoundingClientRect();
    post({ type: 'slipway:focus', top, bottom });
  };
  addEventListener('mousedown', () => (isPressed = true), true);
  addEventListener('mouseup', () => (isPressed = false), true);
  form.addEventListener('focusin', ({ target }) => {
    if (isPressed || !(target instanceof Element)) return;
    latest = target;
    tell();
    setTimeout(() => {
      if (latest === target) latest = undefined;
    }, settledMs);
  });
  addEventListener('resize', tell);
}
