import { textDirection } from '#engine';
import { shownField } from './inspect.ts';
import type { Mark, MarksState } from './messages.ts';

/** Marks in a section what is different from another version. */
export interface Marker {
  readonly update: (state: MarksState) => void;
}

/**
 * Says at every field that is different what is, in words that stand before it, and draws a frame around it. React leaves alone what it has
 * not drawn, and draws fields anew: so the marks are placed again whenever something is.
 */
export function createMarker(root: HTMLElement): Marker {
  let state: MarksState | undefined;
  let scheduled = 0;
  let isSeen = true;
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(scheduled);
    scheduled = requestAnimationFrame(draw);
  });

  function draw(): void {
    changes.disconnect();
    const place = root.querySelector('.sw-fields');
    const marks = state?.marks ?? [];
    for (const old of root.querySelectorAll<HTMLElement>('[data-st-mark]'))
      if (!marks.some(({ field }) => field === old.dataset.stMark)) unmark(old);
    for (const mark of marks) {
      const field = shownField(mark.field, place);
      if (field instanceof HTMLElement) markField(field, mark, state?.locale ?? '');
    }
    // The first one is brought into sight, once it is drawn.
    const first = isSeen ? null : root.querySelector('[data-st-mark]');
    // Within this frame alone: the page around it stays where it is.
    if (first) scrollTo(0, scrollY + first.getBoundingClientRect().top - innerHeight / 4);
    isSeen ||= first !== null;
    if (marks.length > 0) changes.observe(root, { childList: true, subtree: true });
  }

  return {
    update(next) {
      state = next;
      isSeen = false;
      draw();
    },
  };
}

function unmark(field: HTMLElement): void {
  delete field.dataset.stMark;
  delete field.dataset.stMarked;
  field.querySelector(':scope > .st-mark')?.remove();
}

function markField(field: HTMLElement, { field: name, kind, word, texts }: Mark, locale: string): void {
  field.dataset.stMark = name;
  field.dataset.stMarked = kind;
  const former = field.querySelector<HTMLElement>(':scope > .st-mark');
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
  const said = [word, ...texts].join('\n');
  if (former !== null && former.dataset.said === said) return;
  note.dataset.said = said;
  note.replaceChildren(title, ...lines);
  if (!former) field.prepend(note);
}
