import { Fragment, type ReactNode, useMemo } from 'react';
import { type MessageBoxes, readEditableMessage } from '#engine/editing/index.ts';
import { useStudioLanguage } from '../ui/language.ts';
import { formatCases } from './message-cases.ts';

/**
 * Renders a text for reading: one with cases as one sentence per case, values as chips. A text that boxes
 * cannot show is rendered as code.
 */
export function MessageText({ text, locale }: { readonly text: string; readonly locale: string }): ReactNode {
  const { say, locale: studioLocale } = useStudioLanguage();
  const message = useMemo(() => readEditableMessage(text, { locale }), [text, locale]);
  if (message.kind === 'code') return text;
  const { sources } = message;
  if (message.kind === 'plain') return <SentenceWithChips sentence={text} sources={sources} isShort />;
  return message.boxes
    .filter((box) => box.text !== undefined)
    .map((box) => (
      <span key={box.cases.map(({ name }) => name).join(' ')} className="st-block st-case">
        <span className="st-case-name" lang={studioLocale}>
          {formatCases(box, { say, locale: studioLocale })}
          <span className="st-visually-hidden">: </span>
        </span>{' '}
        <SentenceWithChips sentence={box.text ?? ''} sources={sources} />
      </span>
    ));
}

/**
 * Renders a sentence in which each known value is a chip.
 * @param isShort True if a chip shows the name of a formatted value (`{limit, number}`) only. False by default.
 */
export function SentenceWithChips({
  sentence,
  sources,
  isShort = false,
}: {
  readonly sentence: string;
  readonly sources: MessageBoxes['sources'];
  readonly isShort?: boolean;
}): ReactNode {
  const names = new Map(
    Object.entries(sources).flatMap(([name, source]) => [
      [`{${name}}`, name],
      [source, name],
    ]),
  );
  let at = 0;
  return sentence
    .split(/(\{[^{}]*\})/)
    .filter(Boolean)
    .map((part) => {
      const key = at;
      at += part.length;
      const name = names.get(part);
      if (name === undefined) return <Fragment key={key}>{part}</Fragment>;
      return <mark key={key}>{isShort ? `{${name}}` : part}</mark>;
    });
}
