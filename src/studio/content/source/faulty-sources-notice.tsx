import { type ReactNode, useEffect } from 'react';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { contentLists, contentParts } from '../content-lists.ts';
import { getListName } from './source-edits.ts';

/**
 * Renders and announces a notice that the address of a live list gives no usable answer, with links to these
 * lists, which say why. Renders nothing if all answers are used.
 */
export function FaultySourcesNotice(): ReactNode {
  const { say, announce } = useStudio();
  const { faultySources } = useDraftState();
  const parts = contentParts.filter((part) => faultySources.includes(getListName(contentLists[part])));
  const isShown = parts.length > 0;
  const text = say('content.sources-faulty');
  useEffect(() => {
    if (isShown) announce(text);
  }, [isShown, announce, text]);
  if (!isShown) return null;
  return (
    <section className="st-notice st-notice--warning" aria-label={say('content.source')}>
      <p>{text}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <a href={`/studio/content/${part}`}>{say(`content.${part}`)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
