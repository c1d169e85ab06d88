import type { HandlingState } from '../../api/inbox.ts';

export const allHandlingStates = ['new', 'in-hand', 'answered'] as const satisfies readonly HandlingState[];

export function isHandlingState(value: unknown): value is HandlingState {
  return allHandlingStates.some((one) => one === value);
}

/**
 * Returns the trimmed text of a comment. If it is no text, empty, or longer than `longest` characters,
 * returns a message for the person; `most` is `longest` if that is the reason.
 */
export function parseComment(
  given: unknown,
  longest: number,
):
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly most?: number } {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '') return { ok: false, message: 'A note cannot be empty.' };
  if (text.length > longest)
    return { ok: false, message: `A note has at most ${longest} characters.`, most: longest };
  return { ok: true, text };
}
