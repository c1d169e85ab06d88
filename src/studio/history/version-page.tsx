import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearch } from '../address.ts';
import { useDraft, useStudio } from '../context.ts';
import { Moment } from '../moment.tsx';
import type { VersionView } from '../protocol-versions.ts';
import { Compared } from '../publish/compared.tsx';
import { CancelButton } from '../publish/scheduled.tsx';
import { useConsequences, type WhatToCompare } from '../publish/use-consequences.ts';
import { loadVersion } from '../versions-api.ts';
import { ExportButton } from './export-button.tsx';
import { OriginText } from './history-page.tsx';
import { Fact, makerOf, refusalText, State, versionName } from './version-words.tsx';
import { useVersionsNow } from './versions-now.tsx';

/**
 * The page of one version: its author, time, description and changes. If the address names another version,
 * both are compared.
 */
export function VersionPage({ number }: { readonly number: number }): ReactNode {
  const { say } = useStudio();
  const version = useVersion(number);
  const from = Number(useSearch().get('from'));
  const name = versionName(number, say);
  const isCompared = Number.isInteger(from) && from > 0;
  return (
    <div className="st-page st-version-page">
      <p>
        <a href="/studio/history">{say('history.all')}</a>
      </p>
      <div className="st-page-head">
        <h1>{isCompared ? say('history.compared', { from: versionName(from, say), to: name }) : name}</h1>
        {typeof version !== 'string' && !isCompared && <State version={version} />}
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
        <Changes from={from} to={number} />
      ) : (
        <>
          <About version={version} />
          <Ways version={version} />
          {version.after === undefined ? (
            <p className="st-empty">{say('history.first')}</p>
          ) : (
            <Changes from={version.after} to={number} />
          )}
        </>
      )}
    </div>
  );
}

function Changes({ from, to }: { readonly from: number; readonly to: number }): ReactNode {
  const compared = useMemo<WhatToCompare>(() => ({ from, to, since: '' }), [from, to]);
  const { answer, again } = useConsequences(compared);
  return <Compared answer={answer} both={{ from, to }} onAgain={again} />;
}

function About({ version }: { readonly version: VersionView }): ReactNode {
  const { say } = useStudio();
  const { at, note, goesLiveAt, timeZone, liveAt, replacedAt, after, state } = version;
  return (
    <dl className="st-about">
      <Fact term={say('history.why')}>
        {note === '' ? <OriginText version={version} /> : <bdi>{note}</bdi>}
      </Fact>
      <Fact term={say('history.who')}>
        <bdi>{makerOf(version, say)}</bdi>
      </Fact>
      <Fact term={say('history.when')}>
        <Moment at={at} />
      </Fact>
      {state === 'scheduled' && goesLiveAt !== undefined && (
        <Fact term={say('history.goes-live')}>
          <Moment at={goesLiveAt} timeZone={timeZone} />
        </Fact>
      )}
      {liveAt !== undefined && (
        <Fact term={say('history.live-from')}>
          <Moment at={liveAt} />
        </Fact>
      )}
      {version.refused && <Fact term={say('version.state.refused')}>{refusalText(version, say)}</Fact>}
      {liveAt !== undefined && replacedAt !== undefined && (
        <Fact term={say('history.live-to')}>
          <Moment at={replacedAt} />
        </Fact>
      )}
      {after !== undefined && (
        <Fact term={say('history.after')}>
          <a href={`/studio/history/${after}`}>{versionName(after, say)}</a>
        </Fact>
      )}
    </dl>
  );
}

function Ways({ version: { number, state } }: { readonly version: VersionView }): ReactNode {
  const { say, may, visit } = useStudio();
  const { page } = useVersionsNow();
  const live = typeof page === 'string' ? undefined : page.live;
  const isOver = state === 'replaced' || state === 'cancelled';
  return (
    <div className="st-ways">
      {state === 'scheduled' && <CancelButton number={number} />}
      {isOver && may('publisher') && (
        <button
          type="button"
          className="st-button st-button--primary"
          onClick={() => visit(`/studio/publish?restore=${number}`)}
        >
          {say('restore')}
        </button>
      )}
      {isOver && live !== undefined && live !== number && (
        <a className="st-button" href={`/studio/history/${number}?from=${live}`}>
          {say('history.with-live')}
        </a>
      )}
      {may('publisher') && <ExportButton number={number} />}
    </div>
  );
}

function useVersion(number: number): VersionView | 'loading' | 'failed' {
  const { published } = useDraft();
  const { page } = useVersionsNow();
  const [known, setKnown] = useState<{ readonly number: number; readonly version: VersionView | 'failed' }>();
  useEffect(() => {
    // Loaded again, because the state of the version may have changed.
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
