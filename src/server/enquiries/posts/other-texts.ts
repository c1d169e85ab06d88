import { otherChoice, postNames } from '#engine';

/**
 * Returns the posted texts with each choice "Other" replaced by the text that was typed for it: `rig` with
 * `slipway:other` by the text of `other-text rig`. Without a text the choice stays, so that the text is asked
 * for. Texts of choices that were not made are dropped.
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
      .map(([name, posted]) => [
        name,
        posted.map((text) => (text === otherChoice ? (typed.get(name) ?? text) : text)),
      ]),
  );
}
