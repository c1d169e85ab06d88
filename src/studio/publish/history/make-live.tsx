import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FindingView } from '../../../api/findings.ts';
import type { PublishAnswer, VersionSummary } from '../../../api/versions.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { countActiveSteps } from '../../draft/history.ts';
import { restoreVersion } from '../../draft/versions-api.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { FindingText } from '../../ui/finding-text.tsx';
import { formatMoment } from '../../ui/moment.tsx';
import { useLatestVersions } from './latest-versions.tsx';
import { formatVersionName } from './version-texts.tsx';

/** The result of making a version live again. `number` is the version that was pressed. */
type MakeLiveStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly number: number }
  | {
      readonly kind: 'done';
      readonly number: number;
      /** The new version, which has the documents of the earlier one. */
      readonly version: VersionSummary;
      /** The number of the version that it replaced. Undefined if it is not known. */
      readonly replaced: number | undefined;
      /** The number of unpublished changes that the draft keeps. */
      readonly draftStepCount: number;
      /** True if lists of the content stay as they are, since the earlier version has none of its own. */
      readonly keepsLists: boolean;
    }
  /** The version has errors in this release. */
  | { readonly kind: 'refused'; readonly number: number; readonly findings: readonly FindingView[] }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: string };

export interface MakeLive {
  readonly stage: MakeLiveStage;
  /**
   * Publishes the documents of an earlier version at once, without warnings. Does nothing while another
   * request is pending. The result is in `stage` and announced.
   */
  readonly makeLive: (number: number, note?: string) => Promise<void>;
}

/** Returns the action that makes an earlier version live again, and its result. */
export function useMakeLive(): MakeLive {
  const { say, announce, reopen } = useStudio();
  const { changes } = useDraftState();
  const { page, reload, addOwnRestore } = useLatestVersions();
  const [stage, setStage] = useState<MakeLiveStage>({ kind: 'idle' });
  const isPending = useRef(false);
  // The list of versions may be older than the result of this page.
  const live = Math.max(
    typeof page === 'string' ? 0 : page.live,
    stage.kind === 'done' ? stage.version.number : 0,
  );

  /** Shows the answer of the server and announces it. Loads the draft and the versions if they changed. */
  function applyAnswer(number: number, answer: PublishAnswer): void {
    if (answer.kind === 'published') {
      const { version, keepsLists = false } = answer;
      setStage({
        kind: 'done',
        number,
        version,
        replaced: version.after ?? (live > 0 ? live : undefined),
        draftStepCount: countActiveSteps(changes),
        keepsLists,
      });
      announce(say('make-live.done', { number, now: version.number }));
    } else if (answer.kind === 'refused' || answer.kind === 'warned') {
      setStage({ kind: 'refused', number, findings: answer.findings });
      announce(say('make-live.refused', { number }));
      return;
    } else {
      const reason = say(answer.kind === 'other-draft' ? 'make-live.overtaken' : 'consequences.no-version');
      setStage({ kind: 'failed', number, reason });
      announce(reason);
    }
    reopen();
    reload();
  }

  return {
    stage,
    async makeLive(number, note = '') {
      // The state is too late for a double click.
      if (isPending.current) return;
      isPending.current = true;
      setStage({ kind: 'busy', number });
      addOwnRestore(number);
      // Otherwise a repeated announcement would not be read.
      announce('');
      const outcome = await restoreVersion({
        number,
        ...(note !== '' && { note }),
        ...(live > 0 && { after: live }),
        // Its own warnings were accepted before. Scheduled versions are named in the result.
        isWarned: true,
      });
      isPending.current = false;
      if (outcome.isDone) {
        applyAnswer(number, outcome.answer);
        return;
      }
      const { trouble } = outcome;
      const reason =
        trouble.error === 'unreachable' ? say('publish.failed') : formatRequestFailure(trouble, say);
      setStage({ kind: 'failed', number, reason });
      announce(reason);
      // Without an answer, the version may be live nevertheless.
      reload();
    },
  };
}

/**
 * Renders the button that makes a version live again.
 * @param isNamed True to add the name of the version for screen readers, for lists of versions.
 */
export function MakeLiveButton({
  number,
  note = '',
  isNamed = false,
  isPrimary = false,
  control: { stage, makeLive },
}: {
  readonly number: number;
  /** The reason, for the history. */
  readonly note?: string;
  readonly isNamed?: boolean;
  readonly isPrimary?: boolean;
  readonly control: MakeLive;
}): ReactNode {
  const { say } = useStudio();
  const isBusy = stage.kind === 'busy' && stage.number === number;
  return (
    <button
      type="button"
      className={isPrimary ? 'st-button st-button--primary' : 'st-button'}
      // A disabled button would lose the focus.
      aria-disabled={stage.kind === 'busy' || undefined}
      onClick={() => void makeLive(number, note)}
    >
      {say(isBusy ? 'make-live.busy' : 'restore')}
      {isNamed && <span className="st-visually-hidden"> {formatVersionName(number, say)}</span>}
    </button>
  );
}

/**
 * Renders the result of making a version live again, with the focus on its heading: what is live now, what
 * happened to the draft, and a button that reverts it. Or the reason why the version cannot be live. Renders
 * nothing before the first result.
 */
export function MakeLiveNotice({ control }: { readonly control: MakeLive }): ReactNode {
  const { say } = useStudio();
  const { stage } = control;
  const heading = useRef<HTMLHeadingElement>(null);
  const isOver = stage.kind !== 'idle' && stage.kind !== 'busy';
  useEffect(() => {
    // The effect runs again for each new result.
    void stage;
    if (isOver) heading.current?.focus();
  }, [isOver, stage]);
  if (!isOver) return null;
  const { number } = stage;
  const isDone = stage.kind === 'done';
  return (
    <section
      className={`st-notice st-notice--${isDone ? 'good' : 'warning'} st-stack-2`}
      aria-labelledby="st-make-live"
    >
      <h2 id="st-make-live" ref={heading} tabIndex={-1}>
        {isDone
          ? say('make-live.done', { number, now: stage.version.number })
          : say(stage.kind === 'refused' ? 'make-live.refused' : 'make-live.failed', { number })}
      </h2>
      {stage.kind === 'done' && <DoneDetails stage={stage} control={control} />}
      {stage.kind === 'failed' && <p>{stage.reason}</p>}
      {stage.kind === 'refused' && (
        <ul className="st-finding-places st-stack-3">
          {stage.findings.map((finding) => (
            <li key={`${finding.file} ${finding.pointer} ${finding.reason}`}>
              <FindingText finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Renders what happened to the draft, which versions are still scheduled, and how to revert the result. */
function DoneDetails({
  stage: { number: restored, replaced, draftStepCount, version, keepsLists },
  control,
}: {
  readonly stage: Extract<MakeLiveStage, { readonly kind: 'done' }>;
  readonly control: MakeLive;
}): ReactNode {
  const { say, locale } = useStudio();
  const { page } = useLatestVersions();
  const waiting = typeof page === 'string' ? [] : page.waiting;
  return (
    <>
      {keepsLists && (
        <p>
          {say('make-live.lists', { number: restored })} <a href="/studio/content">{say('content')}</a>
        </p>
      )}
      <p>{say('make-live.draft', { count: draftStepCount })}</p>
      {waiting.map(({ number, goesLiveAt = 0, timeZone }) => (
        <p key={number}>
          {say('publish.waiting', {
            version: formatVersionName(number, say),
            when: formatMoment(goesLiveAt, locale, timeZone),
          })}
        </p>
      ))}
      <p className="st-ways">
        <a href={`/studio/history/${version.number}`}>
          {say('publish.in-history', { number: version.number })}
        </a>
        {replaced !== undefined && (
          <button
            type="button"
            className="st-button"
            aria-label={say('make-live.undo-of', { number: replaced })}
            onClick={() => void control.makeLive(replaced)}
          >
            {say('undo')}
          </button>
        )}
      </p>
    </>
  );
}
