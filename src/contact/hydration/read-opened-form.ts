import type { pageQueries } from '#engine';
import type * as draftStore from '../draft/draft-store.ts';
import type * as marker from '../outbox/marker.ts';
import type { OpenedForm } from './hydration-time.ts';

// The types guarantee that these are the values of the other modules, which the script that reads them does not
// contain.
const draftKeyPrefix: typeof draftStore.draftKeyPrefix = 'slipway:draft:';
const waitingKey: typeof marker.waitingKey = 'slipway:waiting';
const stepQuery: typeof pageQueries.step = 'step';

/** The type of the event after which a form looks again whether enquiries wait. */
export const waitingEvent = waitingKey;

/** Returns the current state of a form that is not hydrated, except whether its page contains answers. */
export function readOpenedForm(root: HTMLElement): Omit<OpenedForm, 'hasAnswer'> {
  return {
    hasDraft: hasStoredDraft() || hasWaitingEnquiry(),
    hasStep: new URLSearchParams(location.search).has(stepQuery),
    isTarget: root.querySelector(':target') !== null,
    isChanged: [...root.querySelectorAll<Control>('input, select, textarea')].some(isChanged),
    isFocused: root.matches(':focus-within'),
  };
}

/** Returns true if this tab has a draft of a form of this page. False if the browser forbids the storage. */
function hasStoredDraft(): boolean {
  try {
    const prefix = `${draftKeyPrefix}${location.pathname}#`;
    return Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}

/** Returns true if this browser has enquiries that wait to be sent. False if it forbids the storage. */
function hasWaitingEnquiry(): boolean {
  try {
    return localStorage.getItem(waitingKey) !== null;
  } catch {
    return false;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns true if the control has another value than the server has rendered. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const rendered = control.querySelector<HTMLOptionElement>('option[selected]');
    return control.selectedIndex !== (rendered?.index ?? 0);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control.checked !== control.defaultChecked) return true;
  // Sliders and colours always have a value, even if none is rendered.
  return !/^(?:range|color)$/.test(control.type) && control.value !== control.defaultValue;
}
