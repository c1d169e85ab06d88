import { type ReactNode, useState } from 'react';
import type { VersionSummary } from '../../api/versions.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { focusHeading } from '../ui/use-heading-focus.ts';
import { useLatestVersions } from './history/latest-versions.tsx';
import { formatVersionName, formatVersionRefusal } from './history/version-texts.tsx';

/**
 * Renders a notice for each of the person's latest scheduled versions that did not go live, with the reason.
 * A notice disappears when its button is pressed, until the page is loaded again, or when another version
 * goes live. Renders nothing without such versions.
 */
export function RefusedVersions(): ReactNode {
  const { me } = useStudio();
  const { page } = useLatestVersions();
  const [read, setRead] = useState<readonly number[]>([]);
  const versions = typeof page === 'string' ? [] : page.versions;
  const liveAt = versions.find(({ state }) => state === 'live')?.liveAt ?? 0;
  const unreadVersions = versions.filter(
    ({ number, refused, by, replacedAt = 0 }) =>
      refused && by === me.name && replacedAt >= liveAt && !read.includes(number),
  );
  return unreadVersions.map((version) => (
    <RefusedVersion
      key={version.number}
      version={version}
      onRead={() => setRead((before) => [...before, version.number])}
    />
  ));
}

/** Renders the notice of one version. Its button calls `onRead` and focuses the heading of the page. */
function RefusedVersion({
  version,
  onRead,
}: {
  readonly version: VersionSummary;
  readonly onRead: () => void;
}): ReactNode {
  const { say } = useStudio();
  const { number } = version;
  const title = say('version.refused', { version: formatVersionName(number, say) });
  return (
    <section className="st-notice st-notice--warning" aria-label={title}>
      <div role="alert">
        <h2>{title}</h2>
        <p>{formatRefusalForAuthor(version, say)}</p>
        <p>{say('version.refused.text')}</p>
      </div>
      <p>
        <a href={`/studio/history/${number}`}>{say('publish.in-history', { number })}</a>
      </p>
      <button
        type="button"
        className="st-button"
        onClick={() => {
          onRead();
          focusHeading();
        }}
      >
        {say('published.read')}
      </button>
    </section>
  );
}

/** Returns the reason why a version did not go live, addressed to the person who scheduled it. */
function formatRefusalForAuthor(version: VersionSummary, say: FormatMessage): string {
  const { refused } = version;
  if (refused?.reason === 'outside-reach')
    return formatRequestFailure({ error: 'outside-reach', outside: refused.outside, message: '' }, say);
  if (refused?.reason === 'not-allowed')
    return formatRequestFailure({ error: 'not-allowed', needs: 'publisher', message: '' }, say);
  return formatVersionRefusal(version, say);
}
