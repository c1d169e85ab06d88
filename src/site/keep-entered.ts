import type { HydrationOptions } from 'react-dom/client';

/** A choice or a text of several lines as well, which are never ticked and hold no files. */
type Control = HTMLInputElement;

const sending = '[type="submit"]';

/** What was last done with a pointer or a button until it is asked for. */
export type LastPress = () => Event | undefined;

/** Notes presses from now on, those of the keyboard among them, which are clicks. */
export function notePresses(root: HTMLElement): LastPress {
  let last: Event | undefined;
  for (const kind of ['pointerdown', 'pointerup', 'click'])
    root.addEventListener(kind, (event) => (last = event), true);
  return () => last;
}

/**
 * Keeps what was entered before scripts came where they cannot take over what the server drew. An extension of the browser may have
 * changed it (a translation, buttons beside fields), or another version drew it: React then draws it anew, and what the former controls
 * held goes to the new ones, as does a press on the button that sends, which would be lost between the two. If it cannot be drawn at
 * all, what the server drew comes back, to be posted as it is.
 */
export function keepEntered(root: HTMLElement, lastPress: LastPress): HydrationOptions {
  const drawn = [...root.childNodes];
  let kept = [...root.querySelectorAll<Control>('input[id], select[id], textarea[id]')];
  const focused = document.activeElement;
  let isDrawnAnew = false;
  return {
    // Of a long form a part is drawn anew by itself.
    onRecoverableError(error) {
      console.warn('React has mended an error:', error);
      const gone = kept.filter((control) => !control.isConnected);
      kept = kept.filter((control) => control.isConnected);
      for (const control of gone) handOver(control, successorOf(control, root));
      const hasLostFocus = focused?.isConnected === false && document.activeElement === document.body;
      if (hasLostFocus) twinOf(focused)?.focus({ preventScroll: true });
      if (isDrawnAnew || drawn.some((node) => node.isConnected)) return;
      isDrawnAnew = true;
      finishPress(lastPress(), root);
    },
    onUncaughtError(error) {
      console.error('The form can only be posted:', error);
      root.replaceChildren(...drawn);
    },
  };
}

/** A press on a button that is gone before it ends is a click of no button: it is one of the button in its place. */
function finishPress(press: Event | undefined, root: HTMLElement): void {
  const button = root.querySelector<HTMLElement>(sending);
  const pressed = (press?.target as Element | undefined)?.closest(sending);
  if (!press || !button || pressed?.isConnected !== false) return;
  const click = () => setTimeout(() => button.click());
  if (press.type === 'pointerdown')
    addEventListener('pointerup', ({ target }) => button.contains(target as Node) && click(), { once: true });
  else if (press.eventPhase) click();
}

/** The control of the same id; of files that of the same name, whose id is a button's by then. */
function successorOf(control: Control, root: HTMLElement): Control | null {
  return control.type === 'file'
    ? root.querySelector<Control>(`[type="file"][name="${CSS.escape(control.name)}"]`)
    : (twinOf(control) as Control | null);
}

function twinOf({ id }: Element): HTMLElement | null {
  return document.getElementById(id);
}

/** Does to a control what was done to its predecessor. */
function handOver(from: Control, to: Control | null): void {
  if (to?.tagName !== from.tagName) return;
  if (from.checked !== to.checked) to.click();
  if (from.value === to.value) return;
  const property = from.files ? 'files' : 'value';
  // Past React, which takes no notice of an input that changed nothing since it was set.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), property)?.set?.call(to, from[property]);
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
}
