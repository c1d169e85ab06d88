import { type ReactNode, useState } from 'react';
import { troubleText } from '../ask/trouble-text.ts';
import { useStudio } from '../context.ts';
import { makerOf, versionName } from '../history/version-words.tsx';
import { useVersionsNow } from '../history/versions-now.tsx';
import { momentText } from '../moment.tsx';
import type { VersionSummary } from '../protocol-versions.ts';
import type { Trouble } from '../request.ts';
import { focusHeading } from '../shell/use-arrival.ts';
import { cancelVersion } from '../versions-api.ts';

export function Scheduled(): ReactNode {
  const { say } = useStudio();
  const { page } = useVersionsNow();
  const waiting = typeof page === 'string' ? [] : page.waiting;
  if (waiting.length === 0) return null;
  return (
    <section className="st-notice st-scheduled" aria-labelledby="st-scheduled">
      <h2 id="st-scheduled">{say('scheduled')}</h2>
      <ul aria-labelledby="st-scheduled">
        {waiting.map((version) => (
          <li key={version.number}>
            <ScheduledVersion version={version} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScheduledVersion({ version }: { readonly version: VersionSummary }): ReactNode {
  const { say, locale } = useStudio();
  const { number, goesLiveAt = 0, timeZone, note } = version;
  return (
    <>
      <p>
        <a href={`/studio/history/${number}`}>{versionName(number, say)}</a>{' '}
        {say('scheduled.at', { when: momentText(goesLiveAt, locale, timeZone) })}{' '}
        <span className="st-quiet">
          <bdi>{makerOf(version, say)}</bdi>
          {note !== '' && (
            <>
              {' · '}
              <bdi>{note}</bdi>
            </>
          )}
        </span>
      </p>
      <CancelButton number={number} />
    </>
  );
}

export function CancelButton({ number }: { readonly number: number }): ReactNode {
  const { say, announce, may } = useStudio();
  const { reload } = useVersionsNow();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
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
          {trouble.error === 'unreachable' ? say('scheduled.failed') : troubleText(trouble, say)}
        </p>
      )}
    </>
  );
}
