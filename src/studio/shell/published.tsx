import { type ReactNode, useEffect, useState } from 'react';
import { useDraft, useStudio } from '../context.ts';
import { makerOf } from '../history/version-words.tsx';
import { useVersionsNow } from '../history/versions-now.tsx';
import { useOwnPresence } from '../presence/own-presence.ts';
import { personName, useOthers } from '../presence/people.tsx';
import { focusHeading } from './use-arrival.ts';

/** A notice that somebody else published, and that a new draft is open now. */
export function Published(): ReactNode {
  const { say, announce, me } = useStudio();
  const { publishedBy, draft, isOutdated } = useDraft();
  const { page } = useOwnPresence();
  const publisher = usePublisher();
  const [read, setRead] = useState<string>();
  const isKnown = publishedBy !== undefined && publisher !== undefined;
  const isTold = isKnown && publishedBy !== page && !isOutdated && read !== draft;
  const isOwn = publisher !== '' && publisher === me.name;
  const text = isOwn
    ? say('published.by-you')
    : say('published.by', { name: personName({ name: publisher ?? '' }, say) });
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

/**
 * Returns the name of the person who published the live version. Empty if unknown, undefined while loading.
 * The list of versions decides if the event does not name a page that is still present.
 */
function usePublisher(): string | undefined {
  const { say } = useStudio();
  const { publishedBy, published } = useDraft();
  const { page: versions } = useVersionsNow();
  const others = useOthers();
  const named = others.find((one) => one.page === publishedBy)?.name;
  if (named) return named;
  if (versions === 'loading') return undefined;
  const live =
    versions === 'failed' ? undefined : versions.versions.find(({ number }) => number === versions.live);
  if (live === undefined) return '';
  // The list is still the one from before.
  return live.hash === published.hash ? makerOf(live, say) : undefined;
}
