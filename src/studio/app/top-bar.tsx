import type { ReactNode } from 'react';
import type { VersionSummary } from '../../api/versions.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import type { UndoStep } from '../draft/history.ts';
import { OtherPeople } from '../draft/presence/people.tsx';
import { useStepFormat } from '../draft/value-changes.tsx';
import { useLatestVersions } from '../publish/history/latest-versions.tsx';
import { formatVersionName } from '../publish/history/version-texts.tsx';
import { useReview } from '../review/review-context.tsx';
import { formatMoment, formatShortDay } from '../ui/moment.tsx';
import { useSizeProperty } from '../ui/use-size-property.ts';
import { Navigation } from './navigation.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { StudioMenu } from './studio-menu.tsx';
import type { StudioActions } from './use-actions.ts';

/**
 * Renders the bar above every page: navigation, state of saving, search, undo, publishing and the menu. Also
 * renders the sign-in dialog when the session has ended.
 * @param path The path of the current page, which is marked in the navigation.
 */
export function TopBar({
  path,
  actions,
  onSignOut,
}: {
  readonly path: string;
  readonly actions: StudioActions;
  readonly onSignOut: () => void;
}): ReactNode {
  const { say, may } = useStudio();
  const { history, present, saving } = useDraftState();
  const part = path.split('/')[2] ?? 'forms';
  const [undo, redo] = [history.undo.at(-1), history.redo.at(-1)];
  const bar = useSizeProperty('--st-bar-size');
  return (
    <header ref={bar} className="st-bar">
      <a className="st-brand" href="/studio/forms">
        Slipway <span>{say('studio')}</span>
      </a>
      <Navigation part={part} />
      <div className="st-bar-end">
        <span
          className={`st-saving st-saving--${saving} st-quiet`}
          role="status"
          title={say(`saving.${saving}`)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={saving === 'saved' ? 'm3 8.5 3.5 3.5L13 5' : 'M3 8h.01M8 8h.01M13 8h.01'} />
          </svg>
          <span>{say(`saving.${saving}`)}</span>
        </span>
        <button
          type="button"
          className="st-button st-signed st-find"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={actions.palette}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5l3 3" />
          </svg>
          <span>{say('palette')}</span>{' '}
          <span className="st-key" aria-hidden="true">
            Ctrl K
          </span>
        </button>
        {may('editor') && (
          <>
            <UndoRedoButton name="undo" step={undo} onPress={actions.undo} />
            <UndoRedoButton name="redo" step={redo} onPress={actions.redo} />
          </>
        )}
        <button
          type="button"
          className="st-button st-signed"
          title={say('changes')}
          onClick={actions.changes}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 4h11M2.5 8h11M2.5 12h6" />
          </svg>
          <span>{say('changes')}</span>
        </button>
        <PublishControls />
        <button
          type="button"
          className="st-button st-signed st-help-button"
          title={say('help')}
          onClick={actions.help}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5M6.25 6.25a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15M8 11.25v.01" />
          </svg>
          <span>{say('help')}</span>
        </button>
        <div className="st-account">
          <StudioMenu onHelp={actions.help} onShortcuts={actions.overview} onSignOut={onSignOut} />
          <OtherPeople present={present} />
        </div>
      </div>
      {saving === 'signed-out' && <SignInAgain />}
    </header>
  );
}

/** Icons that replace the labels on narrow screens. */
const arrows = {
  undo: 'M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7',
  redo: 'm10 3 3.5 3.5L10 10m3-3.5H6.5a3.5 3.5 0 0 0 0 7H9',
} as const;

/**
 * Renders the button that undoes or redoes `step`. Its tooltip names the change. It is disabled without a
 * step.
 */
function UndoRedoButton({
  name,
  step,
  onPress,
}: {
  readonly name: 'undo' | 'redo';
  readonly step: UndoStep | undefined;
  readonly onPress: () => void;
}): ReactNode {
  const { say } = useStudio();
  const formatStep = useStepFormat();
  const title =
    step &&
    say(`${name}.named`, {
      what: formatStep(step, name === 'redo'),
    });
  return (
    <button
      type="button"
      className="st-button st-signed"
      disabled={!step}
      title={title ?? say(name)}
      onClick={onPress}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={arrows[name]} />
      </svg>
      <span>{say(name)}</span>
    </button>
  );
}

/**
 * Renders a link to the next scheduled version, if there is one, and, for publishers only, the button that
 * opens the page for publishing.
 */
function PublishControls(): ReactNode {
  const { say, visit, may } = useStudio();
  const { page } = useLatestVersions();
  const { review } = useReview();
  const isReady = review?.state === 'open' && !review.isOutdated;
  const [next] = typeof page === 'string' ? [] : page.waiting;
  return (
    <>
      {next?.goesLiveAt !== undefined && <WaitingVersionLink version={next} at={next.goesLiveAt} />}
      {may('publisher') && (
        <button
          type="button"
          className="st-button st-button--primary"
          aria-keyshortcuts="Alt+P"
          onClick={() => visit('/studio/publish')}
        >
          {say('publish')}
          {isReady && ' '}
          {isReady && <span className="st-ready-badge">{say('ready.badge')}</span>}
        </button>
      )}
      {may('editor') && !may('publisher') && (
        <button
          type="button"
          className="st-button"
          aria-keyshortcuts="Alt+P"
          onClick={() => visit('/studio/publish')}
        >
          {say('ready')}
          {isReady && <span className="st-visually-hidden"> ({say('ready.is-mine')})</span>}
        </button>
      )}
    </>
  );
}

/**
 * Renders a link to the page for publishing. It shows the day on which a scheduled version goes live; its
 * tooltip has the version and the full time.
 * @param at The time at which the version goes live, in milliseconds since 1970 UTC.
 */
function WaitingVersionLink({
  version,
  at,
}: {
  readonly version: VersionSummary;
  readonly at: number;
}): ReactNode {
  const { say, locale } = useStudio();
  const { number, timeZone } = version;
  const label = say('scheduled.bar', {
    version: formatVersionName(number, say),
    when: formatMoment(at, locale, timeZone),
  });
  return (
    <a
      className="st-waiting"
      href="/studio/publish"
      aria-label={say('labelled', { label: say('scheduled'), value: label })}
      title={say('labelled', { label: say('scheduled'), value: label })}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5ZM8 4.5V8l2.25 1.75" />
      </svg>
      <span>{formatShortDay(at, locale, timeZone)}</span>
    </a>
  );
}
