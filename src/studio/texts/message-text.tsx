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
  if (message.kind === 'plain') return <SentenceWithChips sentence={text} sources={sources} />;
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

/** Renders a sentence in which each known value is a chip with its name. */
export function SentenceWithChips({
  sentence,
  sources,
}: {
  readonly sentence: string;
  readonly sources: MessageBoxes['sources'];
}): ReactNode {
  const known = new Set(Object.entries(sources).flatMap(([name, source]) => [`{${name}}`, source]));
  let at = 0;
  return sentence
    .split(/(\{[^{}]*\})/)
    .filter(Boolean)
    .map((part) => {
      const key = at;
      at += part.length;
      return known.has(part) ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>;
    });
}
