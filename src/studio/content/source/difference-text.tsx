import type { ReactNode } from 'react';
import { useStudio } from '../../draft/context.ts';
import type { ListDifference } from './source-edits.ts';

/** The most names that are listed; further ones are counted. */
const maxNames = 8;

/** Renders the entries that are new, gone and different. */
export function DifferenceText({ difference }: { readonly difference: Partial<ListDifference> }): ReactNode {
  const { say, locale } = useStudio();
  const kindsOfChange = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const names = difference[kind] ?? [];
    if (names.length === 0) return [];
    const shown = names.slice(0, maxNames);
    const more =
      names.length > maxNames ? [say('content.source-more', { count: names.length - maxNames })] : [];
    const all = new Intl.ListFormat(locale, { type: 'unit' }).format([...shown, ...more]);
    return [
      {
        kind,
        text: say(kind === 'changed' ? 'content.source-different' : `content.source-${kind}`, {
          count: names.length,
          names: all,
        }),
      },
    ];
  });
  if (kindsOfChange.length === 0) return <p>{say('content.source-same')}</p>;
  return (
    <ul>
      {kindsOfChange.map(({ kind, text }) => (
        <li key={kind}>{text}</li>
      ))}
    </ul>
  );
}
