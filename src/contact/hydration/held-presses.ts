import { getTarget } from './event-target.ts';
import {
  findCurrentControl,
  type LocatedControl,
  locateControl,
  openerSelector,
} from './replaced-controls.ts';

/** The presses that a form receives while it is being hydrated. */
export interface HeldPresses {
  /**
   * Stops the event and holds it if it is a press that needs scripts: a submit, a click on a button, or a click
   * on the link that opens a dialog. Other events pass: the browser changes values and the focus by itself.
   */
  readonly hold: (event: Event) => void;
  readonly isEmpty: () => boolean;
  /** Repeats the held presses in the hydrated form, in their order. Presses during that are held, too. */
  readonly repeat: () => Promise<void>;
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
  const presses: Press[] = [];
  let isRepeating = false;

  /** Repeats a press, and lets its events pass. */
  function repeatPress({ form, control }: Press): void {
    isRepeating = true;
    if (control) findCurrentControl(control, root)?.click();
    else form?.requestSubmit();
    isRepeating = false;
  }

  return {
    hold(event) {
      if (isRepeating || event.defaultPrevented) return;
      const press = toPress(event, root);
      if (press === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      presses.push(press);
      if (leavesPage(press)) onHeld();
    },
    isEmpty: () => presses.length === 0,
    async repeat() {
      for (let [press] = presses; press; [press] = presses) {
        repeatPress(press);
        // React renders what a press has changed before the next one, which may be on the same button.
        await new Promise((resolve) => setTimeout(resolve));
        presses.shift();
      }
    },
    release() {
      const leaving = presses.splice(0).filter(leavesPage);
      for (const press of leaving) repeatPress(press);
      return leaving.length > 0;
    },
    drop: () => void presses.splice(0),
  };
}

/** Returns true if the event submits a form with picked files. */
export function submitsFiles(event: Event): boolean {
  const target = getTarget(event);
  if (event.type !== 'submit' || !(target instanceof HTMLFormElement)) return false;
  return [...target.querySelectorAll<HTMLInputElement>('[type="file"]')].some(({ files }) => files?.length);
}

/** Returns true if the browser leaves the page at this press: it posts a form or opens a link. */
function leavesPage({ form, control }: Press): boolean {
  return form !== undefined || control?.element.localName === 'a';
}

/** Returns the press that an event stands for; undefined if the browser handles the event without scripts. */
function toPress(event: Event, root: HTMLElement): Press | undefined {
  const { type } = event;
  const target = getTarget(event);
  if (type === 'submit' && target instanceof HTMLFormElement) {
    const submitter = findSubmitter(event as SubmitEvent);
    return { form: target, ...(submitter && { control: locateControl(submitter, root) }) };
  }
  if (type !== 'click' || !(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>(`button[type="button"], ${openerSelector}`);
  if (element === null || (element.localName === 'a' && opensNewTab(event as MouseEvent))) return undefined;
  return { control: locateControl(element, root) };
}

/**
 * Returns the button that submits a form. Enter in a field presses the form's first one (HTML, "Implicit
 * submission"), which is invisible; in the panel for saving answers it stands for the panel's own button.
 */
function findSubmitter({ submitter }: SubmitEvent): HTMLElement | null {
  const panel = submitter?.matches('[aria-hidden]') ? document.activeElement?.closest('.sw-resume') : null;
  return panel?.querySelector<HTMLElement>('[type="submit"]') ?? submitter;
}

/** Returns true if a click on a link opens another tab or window. */
function opensNewTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}
