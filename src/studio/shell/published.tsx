import { type ReactNode, useEffect, useState } from 'react';
import { useDraft, useStudio } from '../context.ts';
import { useOwnPresence } from '../presence/own-presence.ts';
import { personName, useOthers } from '../presence/people.tsx';
import { focusHeading } from './use-arrival.ts';

/** That somebody else has published while one was at work, and where that goes on. */
export function Published(): ReactNode {
  const { say, announce } = useStudio();
  const { publishedBy, draft, isOutdated } = useDraft();
  const { page } = useOwnPresence();
  const others = useOthers();
  const [read, setRead] = useState<string>();
  const isTold = publishedBy !== undefined && publishedBy !== page && !isOutdated && read !== draft;
  const name = personName({ name: others.find((one) => one.page === publishedBy)?.name ?? '' }, say);
  const text = say('published.by', { name });
  useEffect(() => {
    if (isTold) announce(text);
  }, [isTold, announce, text]);
  if (!isTold) return null;
  return (
    <section className="st-notice st-told" aria-label={say('state.published')}>
      <p>{text}</p>
      <button
        type="button"
        className="st-button"
        onClick={() => {
          setRead(draft);
          focusHeading();
        }}
      >
        {say('published.read')}
      </button>
    </section>
  );
}
