/** A part of a search: its words stand beside each other; where it goes on, the last one may be the beginning of a word. */
export interface SearchPart {
  readonly text: string;
  readonly goesOn: boolean;
}

/** What is searched for, all of it to be found, without what another part finds anyhow; none where it has no word. */
export function searchParts(search: string): readonly SearchPart[] {
  const parts = search
    .toLowerCase()
    .split(/\s+/u)
    .map((text) => ({ text, goesOn: mayGoOn(text) }));
  return (
    parts
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      // What another one begins with is found with that, and would only be looked up again.
      .filter(({ text, goesOn }, at) =>
        parts.every(
          (other, otherAt) =>
            at === otherAt || !(other.text === text ? otherAt < at : goesOn && other.text.startsWith(text)),
        ),
      )
  );
}

/**
 * Whether what a text ends with is long enough to be taken for the beginning of a word. Of one or two letters, or digits, there are as
 * many words as enquiries, and whoever looks them up holds up those who send; a syllable of other scripts says more.
 */
function mayGoOn(text: string): boolean {
  return Buffer.byteLength(text.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '') > 2;
}
