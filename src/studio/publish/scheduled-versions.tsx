import { type ReactNode, useState } from 'react';
import type { VersionSummary } from '../../api/versions.ts';
import { useStudio } from '../draft/context.ts';
import { cancelVersion } from '../draft/versions-api.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../ui/ask/request.ts';
import { formatMoment } from '../ui/moment.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';
import { useLatestVersions } from './history/latest-versions.tsx';
import { formatVersionAuthor, formatVersionName } from './history/version-texts.tsx';

/** Lists the versions that will go live later. Renders nothing if there are none or they are not loaded. */
export function ScheduledVersions(): ReactNode {
  const { say } = useStudio();
  const { page } = useLatestVersions();
  const waiting = typeof page === 'string' ? [] : page.waiting;
  if (waiting.length === 0) return null;
  return (
    <section className="st-notice st-scheduled" aria-labelledby="st-scheduled">
      <h2 id="st-scheduled">{say('scheduled')}</h2>
      <ul className="st-stack-2" aria-labelledby="st-scheduled">
        {waiting.map((version) => (
          <li key={version.number} className="st-wrap st-center st-between">
            <ScheduledVersion version={version} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the name, time, author and note of a scheduled version, and a button that cancels it. */
function ScheduledVersion({ version }: { readonly version: VersionSummary }): ReactNode {
  const { say, locale } = useStudio();
  const { number, goesLiveAt = 0, timeZone, note } = version;
  return (
    <>
      <p>
        <a href={`/studio/history/${number}`}>{formatVersionName(number, say)}</a>{' '}
        {say('scheduled.at', { when: formatMoment(goesLiveAt, locale, timeZone) })}{' '}
        <span className="st-quiet">
          <bdi>{formatVersionAuthor(version, say)}</bdi>
          {note !== '' && (
            <>
              {' · '}
              <bdi>{note}</bdi>
            </>
          )}
        </span>
      </p>
      <CancelVersionButton number={number} />
    </>
  );
}

/**
 * Renders a button that cancels a scheduled version without asking first. Renders nothing for people who may
 * not publish.
 */
export function CancelVersionButton({ number }: { readonly number: number }): ReactNode {
  const { say, announce, may } = useStudio();
  const { reload } = useLatestVersions();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /**
   * Cancels the version, and announces that, or that it was no longer scheduled. Then loads the versions
   * again and focuses the heading of the page. If the request fails, shows the reason instead.
   */
  async function cancel(): Promise<void> {
    setIsBusy(true);
    const outcome = await cancelVersion(number);
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    const isCancelled = outcome.answer.kind === 'cancelled';
    announce(say(isCancelled ? 'scheduled.cancelled' : 'scheduled.too-late', { number }));
    reload();
    focusHeading();
  }
  if (!may('publisher')) return null;
  return (
    <>
      <button
        type="button"
        className="st-button"
        aria-label={say('scheduled.cancel-of', { number })}
        disabled={isBusy}
        onClick={() => void cancel()}
      >
        {say('scheduled.cancel')}
      </button>
      {trouble && (
        <p className="st-problem" role="alert">
          {trouble.error === 'unreachable' ? say('scheduled.failed') : formatRequestFailure(trouble, say)}
        </p>
      )}
    </>
  );
}
