import { type ReactNode, useEffect, useState } from 'react';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useOwnPresence } from '../draft/presence/own-presence.ts';
import { formatPersonName, useOtherPages } from '../draft/presence/people.tsx';
import { useLatestVersions } from '../publish/history/latest-versions.tsx';
import { formatVersionAuthor } from '../publish/history/version-texts.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';

/**
 * Renders and announces a notice that the draft was published from another page, or an earlier version was
 * made live again, with the name of the person who did it. Renders nothing otherwise, until the name and the
 * new draft are loaded, and once the notice is marked as read.
 */
export function PublishedNotice(): ReactNode {
  const { say, announce, me } = useStudio();
  const { publishedBy, draft, isOutdated } = useDraftState();
  const { page } = useOwnPresence();
  const { ownRestores } = useLatestVersions();
  const publisher = usePublisher();
  const [read, setRead] = useState<string>();
  const isKnown = publishedBy !== undefined && publisher !== undefined;
  const { name = '', restores } = publisher ?? {};
  const isFromHere = publishedBy === page || (restores !== undefined && ownRestores.includes(restores));
  const isShown = isKnown && !isFromHere && !isOutdated && read !== draft;
  const isOwn = name !== '' && name === me.name;
  const who = formatPersonName({ name }, say);
  const text =
    restores === undefined
      ? say(isOwn ? 'published.by-you' : 'published.by', { name: who })
      : say(isOwn ? 'published.restored-by-you' : 'published.restored-by', { name: who, number: restores });
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

/** The person who published the live version. */
interface Publisher {
  /** Empty if unknown. */
  readonly name: string;
  /** The number of the earlier version that the live version is a copy of. */
  readonly restores?: number | undefined;
}

/**
 * Returns who published the live version: the open page that published, or else the author in the list of
 * versions. Undefined while that list is loading or older than the live version.
 */
function usePublisher(): Publisher | undefined {
  const { say } = useStudio();
  const { publishedBy, published } = useDraftState();
  const { page: versions } = useLatestVersions();
  const others = useOtherPages();
  const presentName = others.find((one) => one.page === publishedBy)?.name;
  if (presentName) return { name: presentName };
  if (versions === 'loading') return undefined;
  const live =
    versions === 'failed' ? undefined : versions.versions.find(({ number }) => number === versions.live);
  if (live === undefined) return { name: '' };
  // With another hash, the list of versions is older than the live version.
  if (live.hash !== published.hash) return undefined;
  return { name: formatVersionAuthor(live, say), restores: live.restores };
}
