import { type ReactNode, useEffect, useRef } from 'react';
import { pushSearch, replaceSearch, useSearch } from '../address.ts';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import { isOffered } from '../people/offered.ts';
import type { DeskChoices } from '../protocol-desk.ts';
import { useSingleKeys } from '../shell/shortcuts.ts';
import { countText } from './count-text.ts';
import { DeskFilters } from './desk-filters.tsx';
import { type Enquiries, useEnquiries } from './desk-lists.tsx';
import { EnquiryTable } from './enquiry-table.tsx';
import { ExportButton } from './export-button.tsx';
import { type Filter, filterOf, searchOf } from './filter.ts';
import { NotLive } from './not-live.tsx';
import { NothingFound } from './nothing-found.tsx';

/**
 * The list of all enquiries, the latest first, with search and filters. The address contains the whole state.
 */
export function EnquiriesPage(): ReactNode {
  const { say, me } = useStudio();
  const search = useSearch();
  const filter = filterOf(search);
  const query = searchOf(filter).toString();
  const choices = useLoaded<DeskChoices>('enquiries/choices');
  const enquiries = useEnquiries('enquiries', query);
  const suspected = useEnquiries('enquiries/suspected', '');
  const table = useRef<HTMLDivElement>(null);
  const steps = useFocusSteps(table);
  useSingleKeys({
    j: () => steps(1),
    k: () => steps(-1),
    '/': () => document.getElementById('st-desk-search')?.focus(),
  });
  const change = (next: Filter, isTyped = false) => (isTyped ? replaceSearch : pushSearch)(searchOf(next));
  const count = suspected.listed?.count ?? 0;

  return (
    <div className="st-page st-page--wide st-desk">
      <div className="st-page-head">
        <h1>{say('enquiries')}</h1>
        <a className="st-desk-way" href="/studio/enquiries/suspected">
          {say('desk.suspected')}
          {count > 0 && (
            <span className="st-tally">
              {counted(count, suspected.listed?.counted)}
              <span className="st-visually-hidden"> {say('desk.waiting-suspected', { count })}</span>
            </span>
          )}
        </a>
        {isOffered('privacy', me) && (
          <a className="st-desk-way" href="/studio/enquiries/privacy">
            {say('privacy')}
          </a>
        )}
        {isOffered('desk.export', me) && <ExportButton query={query} listed={enquiries.listed} />}
      </div>
      <DeskFilters filter={filter} choices={choices.value} onChange={change} />
      <Tally enquiries={enquiries} table={table} />
      <div ref={table}>
        <Found
          enquiries={enquiries}
          filter={filter}
          query={query}
          choices={choices.value}
          onFilter={(next) => {
            change(next);
            document.getElementById('st-desk-search')?.focus();
          }}
        />
      </div>
    </div>
  );
}

/** Formats a count, which may have stopped at a maximum: `formatCappedCount(1000, 1000) // '1000+'`. */
function counted(count: number, most: number | undefined): string {
  return most !== undefined && count >= most ? `${count}+` : String(count);
}

/**
 * The number of enquiries, and a button that shows those that have arrived since. The rows do not move before
 * it is pressed.
 */
function Tally({
  enquiries: { listed, isBusy, trouble, reload },
  table,
}: {
  readonly enquiries: Enquiries;
  readonly table: { readonly current: HTMLElement | null };
}): ReactNode {
  const { say } = useStudio();
  const arrived = listed?.arrived;
  const isAsked = useRef(false);
  // Focuses the first row after the new list is drawn. If loading failed, the focus stays on the button.
  useEffect(() => {
    if (!isAsked.current || isBusy || (arrived?.count && !trouble)) return;
    isAsked.current = false;
    if (trouble) return;
    scrollTo({ top: 0 });
    table.current?.querySelector<HTMLElement>('tbody a')?.focus();
  }, [isBusy, arrived, trouble, table]);
  return (
    <div className="st-desk-tally">
      <p role="status">{listed && !isBusy && countText(listed, say)}</p>
      <p role="status">
        {arrived && arrived.count > 0 && (
          <button
            type="button"
            className="st-button st-desk-new"
            onClick={() => {
              isAsked.current = true;
              void reload();
            }}
          >
            {say(arrived.isMore ? 'desk.new-more' : 'desk.new', { count: arrived.count })}
          </button>
        )}
      </p>
      <NotLive />
    </div>
  );
}

function Found({
  enquiries,
  filter,
  query,
  choices,
  onFilter,
}: {
  readonly enquiries: Enquiries;
  readonly filter: Filter;
  readonly query: string;
  readonly choices: DeskChoices | undefined;
  readonly onFilter: (filter: Filter) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const { listed, isBusy, trouble, reload, more } = enquiries;
  if (!listed)
    return trouble ? (
      <div className="st-notice st-notice--error" role="alert">
        <p>{troubleText(trouble, say)}</p>
        <p>
          <button type="button" className="st-button" onClick={() => void reload()}>
            {say('try-again')}
          </button>
        </p>
      </div>
    ) : (
      <p className="st-quiet">{say('loading.part')}</p>
    );
  async function loadMore(): Promise<void> {
    const brought = await more();
    if (brought > 0) announce(say('desk.more-there', { count: brought }));
  }
  return (
    <>
      {trouble && (
        <p className="st-problem" role="alert">
          {troubleText(trouble, say)}{' '}
          <button type="button" className="st-link" onClick={() => void reload()}>
            {say('try-again')}
          </button>
        </p>
      )}
      {listed.rows.length > 0 ? (
        <EnquiryTable rows={listed.rows} search={query} isBusy={isBusy} />
      ) : query === '' ? (
        <div className="st-empty">
          <p className="st-desk-empty">{say('desk.none')}</p>
          <p>{say('desk.none-text')}</p>
        </div>
      ) : (
        !isBusy && <NothingFound key={query} filter={filter} choices={choices} onFilter={onFilter} />
      )}
      {listed.next !== undefined && (
        <p className="st-pager">
          <button
            type="button"
            className="st-button"
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) void loadMore();
            }}
          >
            {say('desk.more')}
          </button>
        </p>
      )}
    </>
  );
}

/** Returns a function that moves the focus to the next or previous row. */
function useFocusSteps(table: { readonly current: HTMLElement | null }): (by: 1 | -1) => void {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && table.current?.contains(target)) last.current = target;
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, [table]);
  return (by) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])];
    const at = last.current ? links.indexOf(last.current) : -1;
    const to = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
    links[to]?.focus();
  };
}
