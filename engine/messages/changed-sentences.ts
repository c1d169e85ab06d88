import { type MessageBox, readEditableMessage } from './message-boxes.ts';

/**
 * Returns each version of a text, undefined if it is none. Of texts with one sentence per case of a number, returns
 * the sentences of the first case that changed, since nobody reads ICU MessageFormat.
 * @param texts The text of the former and of the new version.
 * @param locale The language of the text.
 */
export function readChangedSentences(
  texts: readonly unknown[],
  locale: string,
): readonly (string | undefined)[] {
  const read = texts.map((text) => {
    const message = typeof text === 'string' ? readEditableMessage(text, { locale }) : undefined;
    return message?.kind === 'boxes' ? message : undefined;
  });
  const cases = [...new Set(read.flatMap((message) => message?.boxes.map(nameCases) ?? []))];
  /** Returns the sentence of a case; a case that is not written has the sentence of `other`, the last one. */
  const findSentence = (text: unknown, at: number, name: string | undefined) => {
    const boxes = read[at]?.boxes;
    const sentence = boxes?.find((box) => nameCases(box) === name)?.text ?? boxes?.at(-1)?.text ?? text;
    return typeof sentence === 'string' ? sentence : undefined;
  };
  const changed = cases.find((name) => {
    const [was, is] = texts.map((text, at) => findSentence(text, at, name));
    return was !== is;
  });
  return texts.map((text, at) => findSentence(text, at, changed));
}

function nameCases({ cases }: MessageBox): string {
  return JSON.stringify(cases.map(({ argument, name }) => [argument, name]));
}
