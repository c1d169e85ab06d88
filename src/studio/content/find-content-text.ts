import { getEntryAddress, getEntryKey, listEntries, toAnswers } from './content-edits.ts';
import { contentLists, contentParts, type DraftContent } from './content-lists.ts';

/** A property of an entry of the content that has a text. */
export interface ContentText {
  /** The address of its entry in the studio, which leads to the property. */
  readonly address: string;
  /** The name of the entry. */
  readonly entry: string;
  /** The type of the entry and the name of the field in the content form. */
  readonly type: string;
  readonly field: string;
}

/** A part of a longer text is recognised if it has this many characters. */
const minPartLength = 12;

/**
 * Returns the properties of the content that have a visible text: those that are equal to it, else those of
 * which it is a part, such as one paragraph. At most `most`.
 */
export function findContentTexts(content: DraftContent, text: string, most: number): readonly ContentText[] {
  const wanted = normalizeText(text);
  if (wanted === '') return [];
  const [equal, partial]: [ContentText[], ContentText[]] = [[], []];
  for (const part of contentParts) {
    const list = contentLists[part];
    for (const entry of listEntries(content, list)) {
      for (const [field, value] of Object.entries(toAnswers(list, entry))) {
        if (typeof value !== 'string' || list.properties[field]?.kind !== 'text') continue;
        const written = normalizeText(value);
        const isEqual = written === wanted || normalizeText(list.getLabel(entry)) === wanted;
        if (!isEqual && !(wanted.length >= minPartLength && written.includes(wanted))) continue;
        const address = `${getEntryAddress(part, getEntryKey(list, entry))}&field=${field}`;
        (isEqual ? equal : partial).push({ address, entry: list.getLabel(entry), type: list.type, field });
        break;
      }
    }
  }
  return (equal.length > 0 ? equal : partial).slice(0, most);
}

/** Returns a text without tags, with single spaces, in lower case. */
function normalizeText(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase();
}
