/** What a visitor did to a server-drawn text control before React took it over. */
export interface TypedBefore {
  readonly text: string;
  readonly selection: readonly [start: number | null, end: number | null];
}

/**
 * Reads a text control that is there before React draws it, to be asked while hydrating: taking over,
 * React writes a textarea's initial text over what was typed into it.
 * Undefined on a server, and where nothing is there yet.
 */
export function typedBefore(id: string): TypedBefore | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return undefined;
  return { text: element.value, selection: [element.selectionStart, element.selectionEnd] };
}

/** Puts back what was there, text and caret. */
export function restore(
  element: HTMLInputElement | HTMLTextAreaElement,
  { text, selection }: TypedBefore,
): void {
  if (element.value !== text) element.value = text;
  const [start, end] = selection;
  if (start === null || end === null || element.ownerDocument.activeElement !== element) return;
  if (element.selectionStart !== start || element.selectionEnd !== end) element.setSelectionRange(start, end);
}
