import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AuditEntry, AuditListView as Page, PeopleView, PersonView } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { replaceSearch, useSearch } from '../../ui/address.ts';
import { FileLink } from '../../ui/ask/file-link.tsx';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import type { FormatMessage } from '../../ui/messages.ts';
import { type AuditFilter, auditActions, readAuditFilter, toAuditQuery, toAuditSearch } from './filter.ts';

/** Renders the audit log for owners, the latest entries first, with filters and a download. Read-only. */
export function AuditPage(): ReactNode {
  const { say } = useStudio();
  const search = useSearch();
  const [filter, setFilter] = useState<AuditFilter>(() => readAuditFilter(search));
  const people = useServerData<PeopleView>('people');
  const log = useAuditLog(filter);
  /** Changes some members of the filter, also in the address of the page. */
  const changeFilter = (part: Partial<AuditFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    replaceSearch(toAuditSearch(next));
  };
  const query = toAuditQuery(filter);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('audit')}</h1>
        <div className="st-page-tools st-wrap st-end">
          {(['jsonl', 'csv'] as const).map((format) => (
            <FileLink
              key={format}
              path="audit/export"
              query={new URLSearchParams([['format', format], ...query])}
            >
              {say(`audit.export.${format}`)}
            </FileLink>
          ))}
        </div>
      </div>
      <p className="st-hint">{say('audit.hint')}</p>
      <AuditFilters filter={filter} people={people.value?.people ?? []} onChange={changeFilter} />
      {log.brokenAt !== undefined && (
        <p className="st-notice st-notice--error" role="alert">
          {say('audit.broken', { number: log.brokenAt })}
        </p>
      )}
      {log.trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(log.trouble, say)}
        </p>
      )}
      {log.entries === undefined && !log.trouble && <p className="st-quiet">{say('loading.part')}</p>}
      {log.entries?.length === 0 && <p className="st-empty">{say('audit.none')}</p>}
      {log.entries && <EntriesByDay entries={log.entries} />}
      {log.next !== undefined && (
        <p className="st-pager">
          <button type="button" className="st-button" onClick={() => void log.more()}>
            {say('audit.more')}
          </button>
        </p>
      )}
    </div>
  );
}

/** The loaded part of the audit log. */
interface LogState {
  /** Absent until the first answer. */
  readonly entries?: readonly AuditEntry[];
  /** The number before which the next page begins (`before` of the request). Absent on the last page. */
  readonly next?: number | undefined;
  /**
   * The number of the first entry that was changed, or before which entries are missing. Absent if the chain
   * of hashes is intact.
   */
  readonly brokenAt?: number | undefined;
  /** The failure of the latest request. Absent if it succeeded. */
  readonly trouble?: RequestFailure;
}

/**
 * Loads the entries that match a filter, the latest first, once the filter has not changed for `typingMs`.
 * The former entries stay while others are loading; if loading fails, only the failure is returned. `more`
 * loads the next page and appends it to the entries; if that fails, they stay. While that page is loading,
 * `more` does nothing.
 */
function useAuditLog(filter: AuditFilter): LogState & { readonly more: () => Promise<void> } {
  const [log, setLog] = useState<LogState>({});
  const query = new URLSearchParams([...toAuditQuery(filter)]).toString();
  /** The request for more entries that is not answered yet. */
  const pending = useRef<string>(undefined);
  useEffect(() => {
    let isGone = false;
    pending.current = undefined;
    const timer = setTimeout(async () => {
      const outcome = await tryRequest<Page>(`audit?${query}`, { method: 'GET' });
      if (!isGone) setLog(outcome.isDone ? outcome.answer : { trouble: outcome.trouble });
    }, filterPauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [query]);
  const more = useCallback(async () => {
    const request = `${query} ${log.next}`;
    if (pending.current === request) return;
    pending.current = request;
    const outcome = await tryRequest<Page>(`audit?${query}&before=${log.next}`, { method: 'GET' });
    // Meanwhile the filter may have changed, and with it the list.
    if (pending.current !== request) return;
    pending.current = undefined;
    if (outcome.isDone)
      setLog(({ entries = [], brokenAt }) => ({
        entries: [...entries, ...outcome.answer.entries],
        next: outcome.answer.next,
        brokenAt: outcome.answer.brokenAt ?? brokenAt,
      }));
    else setLog((before) => ({ ...before, trouble: outcome.trouble }));
  }, [query, log.next]);
  return { ...log, more };
}

/** The time without another change of the filter after which entries are loaded, in milliseconds. */
const filterPauseMs = 150;

/** Renders the entries in one section per day, in their order. A day is one in the browser's time zone. */
function EntriesByDay({ entries }: { readonly entries: readonly AuditEntry[] }): ReactNode {
  const { locale } = useStudio();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const days = [...Map.groupBy(entries, ({ at }) => day.format(at))];
  return days.map(([name, some]) => (
    <section key={name} className="st-audit-day" aria-label={name}>
      <h2 className="st-quiet">{name}</h2>
      <ol className="st-box">
        {some.map((entry) => (
          <EntryRow key={entry.number} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

/** Renders the time, sentence, number, network address and details of an entry. */
function EntryRow({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const { say, locale } = useStudio();
  const { at, action, who, from, details, number } = entry;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return (
    <li className={`st-audit st-audit--${isRefusedSignIn(action) ? 'refused' : 'done'}`}>
      <time className="st-muted" dateTime={new Date(at).toISOString()}>
        {clock.format(at)}
      </time>
      <div>
        <p>{formatAuditEntry(entry, say)}</p>
        <p className="st-quiet">
          <span dir="ltr">#{number}</span>
          {from !== undefined && (
            <>
              {' · '}
              <bdi dir="ltr">{from}</bdi>
            </>
          )}
          {who.via === 'token' && ` · ${say('audit.by-token')}`}
          {Object.entries(details ?? {}).map(([name, value]) => (
            <span key={name}>
              {' · '}
              <bdi dir="ltr">
                {name}: {Array.isArray(value) ? value.join(', ') : String(value)}
              </bdi>
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}

function isRefusedSignIn(action: AuditEntry['action']): boolean {
  return action === 'sign-in-refused';
}

/**
 * Formats an audit entry as a sentence: `'Ann invited bob@example.com.'` If the entry has no `about`, the
 * sentence has “…” there, or for a refused sign-in “unknown name”.
 */
function formatAuditEntry(
  { action, who, about }: Pick<AuditEntry, 'action' | 'who' | 'about'>,
  say: FormatMessage,
): string {
  const name = who.id === undefined ? formatUnknownActor(who.name, say) : who.name;
  const subject = about ?? (action === 'sign-in-refused' ? say('audit.unknown-name') : '…');
  return say(`audit.did.${action}`, { who: isolateBidi(name), about: isolateBidi(subject) });
}

/**
 * Returns the display name of an actor without an account: a text for the server (`'server'` or empty) or for
 * `'deployment'`. Returns any other name unchanged.
 */
function formatUnknownActor(name: string, say: FormatMessage): string {
  if (name === 'deployment') return say('audit.deployment');
  return name === '' || name === 'server' ? say('audit.nobody') : name;
}

/**
 * Renders the filters of the audit log: search text, person, action and period.
 * @param onChange Called at each change, including each typed character, with only the changed part.
 */
function AuditFilters({
  filter,
  people,
  onChange,
}: {
  readonly filter: AuditFilter;
  readonly people: readonly PersonView[];
  readonly onChange: (part: Partial<AuditFilter>) => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <search className="st-filters" aria-label={say('audit.find')}>
      <FilterInput
        label={say('search')}
        type="search"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <LabelledSelect
        label={say('audit.person')}
        value={filter.person}
        options={[['', say('audit.anybody')], ...people.map(({ id, name }) => [id, name] as const)]}
        onChange={(person) => onChange({ person })}
      />
      <LabelledSelect
        label={say('audit.action')}
        value={filter.action}
        options={[
          ['', say('audit.anything')],
          ...auditActions.map((action) => [action, say(`audit.action.${action}`)] as const),
        ]}
        onChange={(action) => onChange({ action: auditActions.find((one) => one === action) ?? '' })}
      />
      <FilterInput
        label={say('audit.from')}
        type="date"
        value={filter.from}
        onChange={(from) => onChange({ from })}
      />
      <FilterInput
        label={say('audit.until')}
        type="date"
        value={filter.until}
        onChange={(until) => onChange({ until })}
      />
    </search>
  );
}

/** Renders a labelled input that reports each change. The value of a date is `2026-11-23`, or empty. */
function FilterInput({
  label,
  type,
  value,
  onChange,
}: {
  readonly label: string;
  readonly type: 'search' | 'date';
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className={type === 'search' ? 'st-choice st-search-box' : 'st-choice'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
