import { type ReactNode, useEffect, useState } from 'react';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useOwnPresence } from '../draft/presence/own-presence.ts';
import { formatPersonName, useOtherPages } from '../draft/presence/people.tsx';
import { useLatestVersions } from '../publish/history/latest-versions.tsx';
import { formatVersionAuthor } from '../publish/history/version-texts.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';

/**
 * Renders and announces a notice that the draft was published from another page, with the name of the
 * publisher, and that a new draft is open now. Renders nothing otherwise, until the name and the new draft
 * are loaded, and once the notice is marked as read.
 */
export function PublishedNotice(): ReactNode {
  const { say, announce, me } = useStudio();
  const { publishedBy, draft, isOutdated } = useDraftState();
  const { page } = useOwnPresence();
  const publisher = usePublisher();
  const [read, setRead] = useState<string>();
  const isKnown = publishedBy !== undefined && publisher !== undefined;
  const isShown = isKnown && publishedBy !== page && !isOutdated && read !== draft;
  const isOwn = publisher !== '' && publisher === me.name;
  const text = isOwn
    ? say('published.by-you')
    : say('published.by', { name: formatPersonName({ name: publisher ?? '' }, say) });
  useEffect(() => {
    if (isShown) announce(text);
  }, [isShown, announce, text]);
  if (!isShown) return null;
  return (
    <section className="st-notice st-told st-wrap st-center st-between" aria-label={say('state.published')}>
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
 * Returns the name of the person who published the live version. It is the name of the open page that
 * published, or else the author in the list of versions. Empty if unknown, undefined while that list is
 * loading or older than the live version.
 */
function usePublisher(): string | undefined {
  const { say } = useStudio();
  const { publishedBy, published } = useDraftState();
  const { page: versions } = useLatestVersions();
  const others = useOtherPages();
  const presentName = others.find((one) => one.page === publishedBy)?.name;
  if (presentName) return presentName;
  if (versions === 'loading') return undefined;
  const live =
    versions === 'failed' ? undefined : versions.versions.find(({ number }) => number === versions.live);
  if (live === undefined) return '';
  // With another hash, the list of versions is older than the live version.
  return live.hash === published.hash ? formatVersionAuthor(live, say) : undefined;
}
