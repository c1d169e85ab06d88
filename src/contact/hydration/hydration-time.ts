/**
 * Decides when a form that a server has rendered is hydrated, and when the modules for it are fetched. Until
 * then it is an ordinary HTML form, and the page runs nothing for it.
 */

/**
 * The events in a form that show that a visitor is about to use it. Screen readers may only focus or click.
 */
export const intentEvents = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'dragenter',
  'focusin',
  'keydown',
  'input',
  'change',
  'click',
  'submit',
] as const;

/**
 * The events after which a failed hydration is tried again. Others, such as `pointerover`, come too often for
 * that.
 */
export const retryEvents: readonly string[] = ['pointerdown', 'focusin', 'click', 'submit'];

/** The state of a form when its page is opened. */
export interface OpenedForm {
  /** An earlier visit has left a draft in this tab, or an enquiry that waits to be sent. */
  readonly hasDraft: boolean;
  /** The page contains answers: those of a saved link, for example. */
  readonly hasAnswer: boolean;
  /** The URL requests a step, which may not be the first. */
  readonly hasStep: boolean;
  /** The fragment of the URL names the form or an element in it. */
  readonly isTarget: boolean;
  /** The visitor, or the browser, has entered something already. */
  readonly isChanged: boolean;
  /** The focus is in the form. */
  readonly isFocused: boolean;
}

/** Returns true if a form must be hydrated without waiting for a visitor's intent to use it. */
export function shouldHydrateAtOnce(form: OpenedForm): boolean {
  return Object.values(form).includes(true);
}

/** The network as a browser describes it (Network Information API). Chromium alone does. */
export interface ConnectionInfo {
  readonly saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  readonly effectiveType?: string;
}

/**
 * Returns true if modules may be fetched before a visitor shows an intent. False for visitors who want to save
 * data, and on a network where the modules would delay what the visitor reads.
 * @param connection Undefined if the browser does not describe it.
 */
export function mayFetchEarly(connection: ConnectionInfo | undefined): boolean {
  return connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? '');
}
