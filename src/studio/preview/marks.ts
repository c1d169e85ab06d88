import { textDirection } from '#engine';
import { findFieldElement } from './inspect.ts';
import type { DifferenceMark, MarksState } from './messages.ts';

export interface DifferenceMarker {
  /** Replaces the marks, and scrolls to the first one: at once, or as soon as it can be drawn. */
  readonly update: (state: MarksState) => void;
}

/**
 * Creates a marker for the parts below `root`. It puts a frame around each part with a difference, and a
 * description at its beginning. While there are marks, it draws them again after each change of the elements
 * below `root`, because React redraws fields.
 */
export function createDifferenceMarker(root: HTMLElement): DifferenceMarker {
  let state: MarksState | undefined;
  let scheduled = 0;
  let isSeen = true;
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(drawMarks);
  });

  /**
   * Removes the marks that the state lacks, and draws or updates the others. Parts that are not drawn yet get
   * their mark later. Scrolls to the first mark once after each update.
   */
  function drawMarks(): void {
    changes.disconnect();
    const place = root.querySelector('.sw-fields');
    const marks = state?.marks ?? [];
    for (const old of root.querySelectorAll<HTMLElement>('[data-st-mark]'))
      if (!marks.some((mark) => getMarkKey(mark) === old.dataset.stMark)) removeMark(old);
    for (const mark of marks) {
      const element = findMarkedElement(mark, root, place);
      if (element instanceof HTMLElement) markElement(element, mark, state?.locale ?? '');
    }
    // Scrolls to the first mark once it is drawn.
    const first = isSeen ? null : root.querySelector('[data-st-mark]');
    // Scrolls only this frame; `scrollIntoView` would scroll the surrounding page as well.
    if (first) scrollTo(0, scrollY + first.getBoundingClientRect().top - innerHeight / 4);
    isSeen ||= first !== null;
    if (marks.length > 0) changes.observe(root, { childList: true, subtree: true });
  }

  return {
    update(next) {
      state = next;
      isSeen = false;
      drawMarks();
    },
  };
}

/** Returns a key that identifies the position of a mark. */
function getMarkKey({ place }: DifferenceMark): string {
  return typeof place === 'string' ? `(${place})` : place.field;
}

/**
 * Returns the element at the position of a mark: the buttons (`submit`), the thanks, or the block or field
 * with this name. Null or undefined if it is not drawn.
 * @param fields The element whose children are the fields and blocks.
 */
function findMarkedElement(
  { place }: DifferenceMark,
  root: HTMLElement,
  fields: Element | null,
): Element | null | undefined {
  if (place === 'submit') return root.querySelector('.sw-actions');
  if (place === 'thanks') return root.querySelector('.sw-thanks');
  const block = fields?.querySelector(`[data-block="${CSS.escape(place.field)}"]`);
  return block ?? findFieldElement(place.field, fields);
}

/** Removes the frame and the description of a mark from its element. */
function removeMark(element: HTMLElement): void {
  delete element.dataset.stMark;
  delete element.dataset.stMarked;
  getMarkHost(element).querySelector(':scope > .st-mark')?.remove();
}

/**
 * Returns the element that contains the description: the `summary` of a `details` element, which stays
 * visible if it is closed, else the element itself.
 */
function getMarkHost(element: HTMLElement): HTMLElement {
  return element.querySelector<HTMLElement>(':scope > summary') ?? element;
}

/**
 * Draws a mark in an element, or updates the one that is there. The description is the translated kind and
 * the texts, in the language `locale`. The same description is not written again.
 */
function markElement(element: HTMLElement, mark: DifferenceMark, locale: string): void {
  const { kind, word, texts } = mark;
  element.dataset.stMark = getMarkKey(mark);
  element.dataset.stMarked = kind;
  const host = getMarkHost(element);
  const former = host.querySelector<HTMLElement>(':scope > .st-mark');
  const note = former ?? document.createElement('div');
  note.className = `st-mark st-mark--${kind}`;
  note.lang = locale;
  note.dir = textDirection(locale);
  const title = document.createElement('strong');
  title.textContent = word;
  const lines = texts.map((text) => {
    const line = document.createElement('span');
    line.textContent = text;
    return line;
  });
  const content = [word, ...texts].join('\n');
  if (former !== null && former.dataset.said === content) return;
  note.dataset.said = content;
  note.replaceChildren(title, ...lines);
  if (!former) host.prepend(note);
}
