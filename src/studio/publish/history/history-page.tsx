import { type ReactNode, useState } from 'react';
import type { VersionListView, VersionSummary } from '../../../api/versions.ts';
import { useStudio } from '../../draft/context.ts';
import { loadVersions } from '../../draft/versions-api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMonth, MomentText } from '../../ui/moment.tsx';
import { useLatestVersions } from './latest-versions.tsx';
import { type MakeLive, MakeLiveButton, MakeLiveNotice, useMakeLive } from './make-live.tsx';
import {
  canBeLiveAgain,
  formatVersionAuthor,
  formatVersionName,
  formatVersionRefusal,
  VersionStateBadge,
} from './version-texts.tsx';

/** Renders the page with all versions, and for editors a button that imports one. */
export function HistoryPage(): ReactNode {
  const { say, may, visit } = useStudio();
  const { page, reload } = useLatestVersions();
  const control = useMakeLive();
  return (
    <div className="st-page st-history">
      <div className="st-page-head">
        <h1>{say('history')}</h1>
        <p className="st-quiet">{say('history.lead')}</p>
        {may('editor') && (
          <button type="button" className="st-button" onClick={() => visit('/studio/history/import')}>
            {say('import')}
          </button>
        )}
      </div>
      <MakeLiveNotice control={control} />
      {page === 'loading' ? (
        <p className="st-quiet" role="status">
          {say('history.loading')}
        </p>
      ) : page === 'failed' ? (
        <div className="st-notice st-notice--warning" role="alert">
          <p>{say('history.failed')}</p>
          <button type="button" className="st-button" onClick={reload}>
            {say('try-again')}
          </button>
        </div>
      ) : (
        <VersionRows newest={page} control={control} />
      )}
    </div>
  );
}

/**
 * The pages of earlier versions that were loaded on request, the latest first, and the state of loading
 * another.
 */
type EarlierVersions = {
  readonly state: 'idle' | 'loading' | 'failed';
  readonly pages: readonly VersionListView[];
};

/**
 * Renders the list of versions, the latest first. Earlier ones are loaded on request. Two versions can be
 * chosen and compared.
 */
function VersionRows({
  newest,
  control,
}: {
  readonly newest: VersionListView;
  readonly control: MakeLive;
}): ReactNode {
  const { say, announce, locale } = useStudio();
  const [earlier, setEarlier] = useState<EarlierVersions>({ state: 'idle', pages: [] });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const next = (earlier.pages.at(-1) ?? newest).next;
  const known = new Map<number, VersionSummary>();
  for (const version of [...earlier.pages.flatMap(({ versions }) => versions), ...newest.versions])
    known.set(version.number, version);
  const versions = [...known.values()].sort((one, other) => other.number - one.number);

  const [last] = versions;
  const isOneMonth = versions.every(
    ({ at }) => formatMonth(at, locale) === formatMonth(last?.at ?? at, locale),
  );

  /**
   * Loads the page of versions before this number, appends it and announces its size. If loading fails, the
   * state becomes `failed`.
   */
  async function loadEarlier(before: number): Promise<void> {
    setEarlier(({ pages }) => ({ state: 'loading', pages }));
    try {
      const page = await loadVersions(before);
      setEarlier(({ pages }) => ({ state: 'idle', pages: [...pages, page] }));
      announce(say('history.more-there', { count: page.versions.length }));
    } catch {
      setEarlier(({ pages }) => ({ state: 'failed', pages }));
    }
  }
  /**
   * Adds a version to those to compare, or removes it. A third version replaces the one that was chosen
   * first.
   */
  function toggleChosen(number: number): void {
    setChosen((known) =>
      known.includes(number) ? known.filter((one) => one !== number) : [...known, number].slice(-2),
    );
  }

  return (
    <>
      {versions.length > 1 && <CompareBar chosen={chosen} />}
      {versions.length === 1 && (
        <EmptyState
          title={say('history.one')}
          text={say('history.one-text')}
          action={<a href="/studio/publish">{say('publish.changes')}</a>}
        />
      )}
      <ol className="st-history-list st-box st-box--round" aria-label={say('history')} reversed>
        {versions.map((version, at) => (
          <li key={version.number}>
            <MonthHeading version={version} before={versions[at - 1]} isOnly={isOneMonth} />
            <VersionRow
              version={version}
              live={known.get(newest.live)}
              control={control}
              isChosen={chosen.includes(version.number)}
              onChoose={versions.length > 1 ? () => toggleChosen(version.number) : undefined}
            />
          </li>
        ))}
      </ol>
      {next !== undefined && (
        <button
          type="button"
          className="st-button st-more"
          disabled={earlier.state === 'loading'}
          onClick={() => void loadEarlier(next)}
        >
          {say(earlier.state === 'failed' ? 'try-again' : 'history.more')}
        </button>
      )}
      {earlier.state === 'failed' && (
        <p className="st-problem" role="alert">
          {say('history.failed')}
        </p>
      )}
    </>
  );
}

/**
 * Renders the month of a version as a heading above it. Renders nothing if the version before it in the list
 * (`before`) has the same month, or if all versions have it (`isOnly`).
 */
function MonthHeading({
  version,
  before,
  isOnly,
}: {
  readonly version: VersionSummary;
  readonly before: VersionSummary | undefined;
  readonly isOnly: boolean;
}): ReactNode {
  const { locale } = useStudio();
  const month = formatMonth(version.at, locale);
  if (isOnly || (before !== undefined && formatMonth(before.at, locale) === month)) return null;
  return <p className="st-month">{month}</p>;
}

/** Renders a link that compares the two chosen versions, the earlier one first, or a hint to choose them. */
function CompareBar({ chosen }: { readonly chosen: readonly number[] }): ReactNode {
  const { say } = useStudio();
  const [from, to] = chosen.toSorted((one, other) => one - other);
  return (
    <p className="st-compare-bar" role="status">
      {from !== undefined && to !== undefined ? (
        <a className="st-button" href={`/studio/history/${to}?from=${from}`}>
          {say('history.compare', { from: formatVersionName(from, say), to: formatVersionName(to, say) })}
        </a>
      ) : (
        <span className="st-quiet">
          {say(from === undefined ? 'history.compare-hint' : 'history.compare-one-more')}
        </span>
      )}
    </p>
  );
}

/**
 * Renders the state, author, time, description and actions of a version. Its actions are to restore it and to
 * choose it for a comparison.
 */
function VersionRow({
  version,
  live,
  control,
  isChosen,
  onChoose,
}: {
  readonly version: VersionSummary;
  /** The live version. Undefined if it is not loaded. */
  readonly live: VersionSummary | undefined;
  readonly control: MakeLive;
  readonly isChosen: boolean;
  /** Absent if there is no other version to compare with. */
  readonly onChoose: (() => void) | undefined;
}): ReactNode {
  const { say, may } = useStudio();
  const { number, state, note, at, goesLiveAt, timeZone, restores, consequenceCount } = version;
  const name = formatVersionName(number, say);
  return (
    <article className={`st-version st-version--${state}`} aria-label={name}>
      <div className="st-version-head st-wrap st-baseline">
        <h2>
          <a href={`/studio/history/${number}`}>{name}</a>
        </h2>
        <VersionStateBadge version={version} />
        <span className="st-quiet">
          <bdi>{formatVersionAuthor(version, say)}</bdi>
          {' · '}
          <MomentText at={at} />
        </span>
      </div>
      <p className="st-version-note">{note === '' ? <OriginText version={version} /> : <bdi>{note}</bdi>}</p>
      <p className="st-quiet">
        {consequenceCount === undefined ? '' : say('history.count', { count: consequenceCount })}
        {restores !== undefined && note !== '' && (
          <>
            {consequenceCount !== undefined && ' · '}
            {say('history.restores', { number: restores })}
          </>
        )}
        {state === 'scheduled' && goesLiveAt !== undefined && (
          <>
            {' · '}
            {say('history.goes-live')} <MomentText at={goesLiveAt} timeZone={timeZone} />
          </>
        )}
      </p>
      {version.refused && <p className="st-problem">{formatVersionRefusal(version, say)}</p>}
      <div className="st-version-ways st-wrap st-center">
        {may('publisher') && canBeLiveAgain(version, live) && (
          <MakeLiveButton number={number} isNamed control={control} />
        )}
        {may('publisher') && state === 'cancelled' && (
          <a className="st-button" href={`/studio/publish?restore=${number}`}>
            {say('restore.never-live')}
            <span className="st-visually-hidden"> {name}</span>
          </a>
        )}
        {onChoose && (
          <label className="st-tick">
            <input type="checkbox" checked={isChosen} onChange={onChoose} />
            {say('history.choose')}
            <span className="st-visually-hidden"> {name}</span>
          </label>
        )}
      </div>
    </article>
  );
}

/**
 * Renders the origin of a version, such as a deployment or a restored version. Shown in place of a missing
 * description.
 */
export function OriginText({
  version: { origin, restores },
}: {
  readonly version: VersionSummary;
}): ReactNode {
  const { say } = useStudio();
  const text =
    origin === 'restore' && restores !== undefined
      ? say('history.restores', { number: restores })
      : say(`history.origin.${origin}`);
  return <span className="st-quiet">{text}</span>;
}
