import type { HandlingState } from '../../studio/protocol-desk.ts';

/** What can become of an enquiry, in its usual order. */
export const handlingStates = ['new', 'in-hand', 'answered'] as const satisfies readonly HandlingState[];

/** Whether something is such a state. */
export function isHandlingState(value: unknown): value is HandlingState {
  return handlingStates.some((one) => one === value);
}

/** The text of a note, or why it does not do, with the most characters where it has more. */
export function noteGiven(
  given: unknown,
  longest: number,
):
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly most?: number } {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '') return { ok: false, message: 'A note says something.' };
  if (text.length > longest)
    return { ok: false, message: `A note has at most ${longest} characters.`, most: longest };
  return { ok: true, text };
}
