import { dataId, formId, type PageNote } from './data.ts';
import type { WrittenPart } from './part.ts';

/** What a page says itself, and what travels beside it. */
export interface NoteWithPart {
  readonly note: PageNote;
  readonly part: WrittenPart;
}

/**
 * The page of a note as it would be drawn now, and has the script draw its form anew, with what was typed in it. Undefined where it would
 * be the same, where another script would take it over, and for an answer to a post, which nobody gives again.
 */
export async function currentPage(
  drawn: PageNote,
  importPart: (address: string) => Promise<WrittenPart>,
): Promise<NoteWithPart | undefined> {
  if (drawn.form.answer) return undefined;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const text = html.split(`id="${dataId}">`)[1]?.split('</script>')[0];
  if (text === undefined || !html.includes(`src="${ownScript()}"`)) return undefined;
  const note = JSON.parse(text) as PageNote;
  if (note.part === drawn.part) return undefined;
  const part = await importPart(note.part);
  // Hydrating leaves attributes as they were, an option's value among them: what holds more than was drawn is drawn anew.
  document.getElementById(formId)?.firstElementChild?.prepend(document.createElement('i'));
  return { note, part };
}

function ownScript(): string | null | undefined {
  return document.querySelector('script[type="module"]:not([async])')?.getAttribute('src');
}
