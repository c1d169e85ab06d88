import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { replaceSearch, useSearch } from '../address.ts';
import { FileLink } from '../ask/file-link.tsx';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import type { AuditEntry, AuditPage as Page, PeopleView } from '../protocol-people.ts';
import { attempt, type Trouble } from '../request.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery, type Filter, filterOf, searchOf } from './filter.ts';
import { saidOf } from './said-of.ts';

/** The audit log for owners, the latest entries first. Read-only. */
export function AuditPage(): ReactNode {
  const { say } = useStudio();
  const search = useSearch();
  const [filter, setFilter] = useState<Filter>(() => filterOf(search));
  const people = useLoaded<PeopleView>('people');
  const log = useLog(filter);
  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    replaceSearch(searchOf(next));
  };
  const query = auditQuery(filter);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('audit')}</h1>
        <div className="st-page-tools">
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
      <AuditFilters filter={filter} people={people.value?.people ?? []} onChange={change} />
      {log.brokenAt !== undefined && (
        <p className="st-notice st-notice--error" role="alert">
          {say('audit.broken', { number: log.brokenAt })}
        </p>
      )}
      {log.trouble && (
        <p className="st-problem" role="alert">
          {troubleText(log.trouble, say)}
        </p>
      )}
      {log.entries === undefined && !log.trouble && <p className="st-quiet">{say('loading.part')}</p>}
      {log.entries?.length === 0 && <p className="st-empty">{say('audit.none')}</p>}
      {log.entries && <Days entries={log.entries} />}
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

interface Log {
  /** Absent until the first answer. */
  readonly entries?: readonly AuditEntry[];
  readonly next?: number | undefined;
  readonly brokenAt?: number | undefined;
  readonly trouble?: Trouble;
}

function useLog(filter: Filter): Log & { readonly more: () => Promise<void> } {
  const [log, setLog] = useState<Log>({});
  const query = new URLSearchParams([...auditQuery(filter)]).toString();
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      const outcome = await attempt<Page>(`audit?${query}`, { method: 'GET' });
      if (!isGone) setLog(outcome.isDone ? outcome.answer : { trouble: outcome.trouble });
    }, typingMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [query]);
  const more = useCallback(async () => {
    const outcome = await attempt<Page>(`audit?${query}&before=${log.next}`, { method: 'GET' });
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

const typingMs = 150;

function Days({ entries }: { readonly entries: readonly AuditEntry[] }): ReactNode {
  const { locale } = useStudio();
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const days = [...Map.groupBy(entries, ({ at }) => day.format(at))];
  return days.map(([name, some]) => (
    <section key={name} className="st-audit-day" aria-label={name}>
      <h2>{name}</h2>
      <ol>
        {some.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry }: { readonly entry: AuditEntry }): ReactNode {
  const { say, locale } = useStudio();
  const { at, action, who, from, details, number } = entry;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return (
    <li className={`st-audit st-audit--${isRefusal(action) ? 'refused' : 'done'}`}>
      <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
      <div>
        <p>{saidOf(entry, say)}</p>
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

/** True for entries that deserve attention. */
function isRefusal(action: AuditEntry['action']): boolean {
  return action === 'sign-in-refused';
}
