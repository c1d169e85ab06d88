import { findCurrentControl, type LocatedControl, locateControl } from './replaced-controls.ts';

/** The presses that a form receives while it is being hydrated. */
export interface HeldPresses {
  /**
   * Stops the event and holds it if it is a press that needs scripts: a submit, a click on a button, or a click
   * on the link that opens a dialog. Other events pass: the browser changes values and the focus by itself.
   */
  readonly hold: (event: Event) => void;
  readonly isEmpty: () => boolean;
  /** Repeats the held presses in the hydrated form, in their order. */
  readonly repeat: () => void;
  /**
   * Lets the browser do what the held presses stand for: it posts the form, or opens the link. Returns true if
   * it thereby leaves the page; other presses are dropped.
   */
  readonly release: () => boolean;
  /** Forgets the held presses. */
  readonly drop: () => void;
}

/** A held press. */
interface Press {
  /** Undefined for a click that does not submit a form. */
  readonly form?: HTMLFormElement;
  /** Undefined for a form that a program submitted. */
  readonly control?: LocatedControl;
}

/**
 * Creates the held presses of a form.
 * @param onHeld Called when a press is held that leaves the page without scripts.
 */
export function createHeldPresses(root: HTMLElement, onHeld: () => void): HeldPresses {
  let presses: Press[] = [];
  let isReleasing = false;

  /** Removes and returns the held presses. */
  function takePresses(): readonly Press[] {
    const taken = presses;
    presses = [];
    return taken;
  }

  return {
    hold(event) {
      if (isReleasing || event.defaultPrevented) return;
      const press = toPress(event, root);
      if (press === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      presses.push(press);
      if (leavesPage(press)) onHeld();
    },
    isEmpty: () => presses.length === 0,
    repeat() {
      for (const press of takePresses()) repeatPress(press, root);
    },
    release() {
      const leaving = takePresses().filter(leavesPage);
      isReleasing = true;
      for (const press of leaving) repeatPress(press, root);
      isReleasing = false;
      return leaving.length > 0;
    },
    drop: () => void takePresses(),
  };
}

/** Returns true if the event submits a form with picked files. */
export function submitsFiles({ type, target }: Event): boolean {
  if (type !== 'submit' || !(target instanceof HTMLFormElement)) return false;
  return [...target.querySelectorAll<HTMLInputElement>('[type="file"]')].some(({ files }) => files?.length);
}

/** Returns true if the browser leaves the page at this press: it posts a form or opens a link. */
function leavesPage({ form, control }: Press): boolean {
  return form !== undefined || control?.element.localName === 'a';
}

/** Returns the press that an event stands for; undefined if the browser handles the event without scripts. */
function toPress(event: Event, root: HTMLElement): Press | undefined {
  const { target, type } = event;
  if (type === 'submit' && target instanceof HTMLFormElement) {
    const { submitter } = event as SubmitEvent;
    return { form: target, ...(submitter && { control: locateControl(submitter, root) }) };
  }
  if (type !== 'click' || !(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>(`button[type="button"], ${openerSelector}`);
  if (element === null || (element.localName === 'a' && opensNewTab(event as MouseEvent))) return undefined;
  return { control: locateControl(element, root) };
}

/** The link that opens the form of a dialog without scripts. */
const openerSelector = '.sw-launch > .sw-button';

/** Returns true if a click on a link opens another tab or window. */
function opensNewTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}

/** Repeats a press on the pressed control, or on the one that hydration has replaced it with, if there is one. */
function repeatPress({ form, control }: Press, root: HTMLElement): void {
  if (control) findCurrentControl(control, root)?.click();
  else form?.requestSubmit();
}
