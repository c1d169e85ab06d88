import { otherChoice, postNames } from '#engine';

/**
 * Returns the posted texts with each choice "Other" replaced by the text that was typed for it: `rig` with
 * `slipway:other` by the text of `other-text rig`. Without a text the choice stays, so that the text is asked
 * for. Texts of choices that were not made, and those that are chosen already, are dropped.
 */
export function insertOtherTexts(
  texts: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const prefix = `${postNames.otherText} `;
  const typed = new Map(
    [...texts].flatMap(([name, [text = '']]) =>
      name.startsWith(prefix) && text.trim() !== '' ? [[name.slice(prefix.length), text] as const] : [],
    ),
  );
  return new Map(
    [...texts]
      .filter(([name]) => !name.startsWith(prefix))
      .map(([name, posted]) => {
        const answer = typed.get(name);
        if (answer === undefined || !posted.includes(otherChoice)) return [name, posted];
        const chosen = posted.filter((text) => text !== otherChoice);
        return [name, chosen.includes(answer.trim()) ? chosen : [...chosen, answer]];
      }),
  );
}
