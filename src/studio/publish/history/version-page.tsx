import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { VersionView } from '../../../api/versions.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { loadVersion } from '../../draft/versions-api.ts';
import { useSearch } from '../../ui/address.ts';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { MomentText } from '../../ui/moment.tsx';
import { ConsequencesPanel } from '../consequences-panel.tsx';
import { CancelVersionButton } from '../scheduled-versions.tsx';
import { type ComparisonRequest, useConsequences } from '../use-consequences.ts';
import { VersionExportButton } from './export-button.tsx';
import { OriginText } from './history-page.tsx';
import { useLatestVersions } from './latest-versions.tsx';
import { MakeLiveButton, MakeLiveNotice, useMakeLive } from './make-live.tsx';
import {
  canBeLiveAgain,
  FactRow,
  formatVersionAuthor,
  formatVersionName,
  formatVersionRefusal,
  VersionStateBadge,
} from './version-texts.tsx';

/**
 * Renders the page of one version: its author, time, description, actions and changes. If the address names
 * another version (`from`), renders only the changes from that one.
 */
export function VersionPage({ number }: { readonly number: number }): ReactNode {
  const { say } = useStudio();
  const version = useVersion(number);
  const from = Number(useSearch().get('from'));
  const name = formatVersionName(number, say);
  const isCompared = Number.isInteger(from) && from > 0;
  const title = isCompared ? say('history.compared', { from: formatVersionName(from, say), to: name }) : name;
  useTitleOfThing(title);
  return (
    <div className="st-page st-version-page">
      <p>
        <a href="/studio/history">{say('history.all')}</a>
      </p>
      <div className="st-page-head">
        <h1>{title}</h1>
        {typeof version !== 'string' && !isCompared && <VersionStateBadge version={version} />}
      </div>
      {version === 'loading' ? (
        <p className="st-quiet" role="status">
          {say('history.loading')}
        </p>
      ) : version === 'failed' ? (
        <div className="st-notice st-notice--warning" role="alert">
          <p>{say('history.no-version', { version: name })}</p>
        </div>
      ) : isCompared ? (
        <VersionChanges from={from} to={number} />
      ) : (
        <>
          <VersionFacts version={version} />
          <VersionActions version={version} />
          {version.after === undefined ? (
            <p className="st-empty">{say('history.first')}</p>
          ) : (
            <VersionChanges from={version.after} to={number} />
          )}
        </>
      )}
    </div>
  );
}

/** Loads and renders the differences for visitors from one version to another. */
function VersionChanges({ from, to }: { readonly from: number; readonly to: number }): ReactNode {
  const compared = useMemo<ComparisonRequest>(() => ({ from, to, since: '' }), [from, to]);
  const { answer, again } = useConsequences(compared);
  return <ConsequencesPanel answer={answer} both={{ from, to }} onAgain={again} />;
}

/** Renders the description, author and times of a version, and the version before it. */
function VersionFacts({ version }: { readonly version: VersionView }): ReactNode {
  const { say } = useStudio();
  const { at, note, preparedBy, goesLiveAt, timeZone, liveAt, replacedAt, after, state } = version;
  return (
    <dl className="st-about st-stack-2 st-box st-box--round st-padded-wide st-small st-breaks">
      <FactRow term={say('history.why')}>
        {note === '' ? <OriginText version={version} /> : <bdi>{note}</bdi>}
      </FactRow>
      <FactRow term={say('history.who')}>
        <bdi>{formatVersionAuthor(version, say)}</bdi>
      </FactRow>
      {preparedBy !== undefined && (
        <FactRow term={say('history.prepared')}>
          <bdi>{preparedBy}</bdi>
        </FactRow>
      )}
      <FactRow term={say('history.when')}>
        <MomentText at={at} />
      </FactRow>
      {state === 'scheduled' && goesLiveAt !== undefined && (
        <FactRow term={say('history.goes-live')}>
          <MomentText at={goesLiveAt} timeZone={timeZone} />
        </FactRow>
      )}
      {liveAt !== undefined && (
        <FactRow term={say('history.live-from')}>
          <MomentText at={liveAt} />
        </FactRow>
      )}
      {version.refused && (
        <FactRow term={say('version.state.refused')}>{formatVersionRefusal(version, say)}</FactRow>
      )}
      {liveAt !== undefined && replacedAt !== undefined && (
        <FactRow term={say('history.live-to')}>
          <MomentText at={replacedAt} />
        </FactRow>
      )}
      {after !== undefined && (
        <FactRow term={say('history.after')}>
          <a href={`/studio/history/${after}`}>{formatVersionName(after, say)}</a>
        </FactRow>
      )}
    </dl>
  );
}

/**
 * Renders the actions of a version: cancel, make live again, publish, compare with the live version, and
 * export. Its state and the person's role decide which of them are offered.
 */
function VersionActions({ version }: { readonly version: VersionView }): ReactNode {
  const { number, state } = version;
  const { say, may } = useStudio();
  const { page } = useLatestVersions();
  const live = typeof page === 'string' ? undefined : page.live;
  const isOver = state === 'replaced' || state === 'cancelled';
  return (
    <>
      {may('publisher') && state === 'replaced' && <MakeLiveForm version={version} />}
      <div className="st-ways">
        {state === 'scheduled' && <CancelVersionButton number={number} />}
        {isOver && may('publisher') && (
          <a className="st-button" href={`/studio/publish?restore=${number}`}>
            {say(state === 'cancelled' ? 'restore.never-live' : 'restore.later')}
          </a>
        )}
        {isOver && live !== undefined && live !== number && (
          <a className="st-button" href={`/studio/history/${number}?from=${live}`}>
            {say('history.with-live')}
          </a>
        )}
        {may('publisher') && <VersionExportButton number={number} />}
      </div>
    </>
  );
}

/**
 * Renders a field for a reason and the button that makes the version live again, and the result. Without the
 * field and the button if the version is live again already.
 */
function MakeLiveForm({ version }: { readonly version: VersionView }): ReactNode {
  const { say } = useStudio();
  const { page } = useLatestVersions();
  const control = useMakeLive();
  const [note, setNote] = useState('');
  const id = useId();
  const live =
    typeof page === 'string' ? undefined : page.versions.find(({ number }) => number === page.live);
  return (
    <>
      <MakeLiveNotice control={control} />
      {canBeLiveAgain(version, live) && (
        <div className="st-make-live st-wrap">
          <label className="st-label" htmlFor={id}>
            {say('make-live.why')}
          </label>
          <input
            id={id}
            className="st-input"
            maxLength={2_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <MakeLiveButton number={version.number} note={note.trim()} isPrimary control={control} />
        </div>
      )}
    </>
  );
}

/**
 * Loads a version, again if its state may have changed; the former state stays meanwhile. Returns `loading`
 * until the first answer for this number, and `failed` also if there is no such version.
 */
function useVersion(number: number): VersionView | 'loading' | 'failed' {
  const { published } = useDraftState();
  const { page } = useLatestVersions();
  const [known, setKnown] = useState<{ readonly number: number; readonly version: VersionView | 'failed' }>();
  useEffect(() => {
    // The dependencies trigger the reload.
    void [published.hash, page];
    let isCurrent = true;
    loadVersion(number).then(
      (version) => isCurrent && setKnown({ number, version }),
      () => isCurrent && setKnown({ number, version: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [number, published.hash, page]);
  return known?.number === number ? known.version : 'loading';
}
