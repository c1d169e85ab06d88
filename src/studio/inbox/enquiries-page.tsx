import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { InboxChoices } from '../../api/inbox.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { useStudio } from '../draft/context.ts';
import { pushSearch, replaceSearch, useSearch } from '../ui/address.ts';
import { FileLink } from '../ui/ask/file-link.tsx';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useSingleKeys } from '../ui/shortcuts.ts';
import { formatEnquiryCount } from './count-text.ts';
import { DisconnectedNotice } from './disconnected-notice.tsx';
import { EnquiryTable } from './enquiry-table.tsx';
import { type EnquiryListFilter, readEnquiryFilter, toEnquirySearch } from './filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { type EnquiryList, useEnquiryList } from './inbox-lists.tsx';
import type { LoadedEnquiries } from './merge-lists.ts';
import { NothingFound } from './nothing-found.tsx';

/**
 * Renders the list of all enquiries, the latest first, with search and filters. The address contains the
 * filter. The keys `j` and `k` focus the next and previous row, `/` the search field.
 */
export function EnquiriesPage(): ReactNode {
  const { say, me } = useStudio();
  const search = useSearch();
  const filter = readEnquiryFilter(search);
  const query = toEnquirySearch(filter).toString();
  const choices = useServerData<InboxChoices>('enquiries/choices');
  const enquiries = useEnquiryList('enquiries', query);
  const suspected = useEnquiryList('enquiries/suspected', '');
  const table = useRef<HTMLDivElement>(null);
  const focusRow = useRowFocus(table);
  useSingleKeys({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    '/': () => document.getElementById('st-inbox-search')?.focus(),
  });
  /**
   * Writes a filter to the address, with a new entry in the browser's history unless it was typed
   * (`isTyped`).
   */
  const changeFilter = (next: EnquiryListFilter, isTyped = false) =>
    (isTyped ? replaceSearch : pushSearch)(toEnquirySearch(next));
  const count = suspected.loadedEnquiries?.count ?? 0;

  return (
    <div className="st-page st-page--wide st-inbox">
      <div className="st-page-head">
        <h1>{say('enquiries')}</h1>
        <a className="st-inbox-way" href="/studio/enquiries/suspected">
          {say('desk.suspected')}
          {count > 0 && (
            <span className="st-tally">
              {formatCappedCount(count, suspected.loadedEnquiries?.counted)}
              <span className="st-visually-hidden"> {say('desk.waiting-suspected', { count })}</span>
            </span>
          )}
        </a>
        {isActionOffered('privacy', me) && (
          <a className="st-inbox-way" href="/studio/enquiries/privacy">
            {say('privacy')}
          </a>
        )}
        {isActionOffered('desk.export', me) && (
          <EnquiryExportButton query={query} listed={enquiries.loadedEnquiries} />
        )}
      </div>
      <InboxFilters filter={filter} choices={choices.value} onChange={changeFilter} />
      <EnquiryCount enquiries={enquiries} table={table} />
      <div ref={table}>
        <FoundEnquiries
          enquiries={enquiries}
          filter={filter}
          query={query}
          choices={choices.value}
          onFilter={(next) => {
            changeFilter(next);
            document.getElementById('st-inbox-search')?.focus();
          }}
        />
      </div>
    </div>
  );
}

/**
 * Formats a count, which may have stopped at a maximum (`most`): `formatCappedCount(1000, 1000) // '1000+'`.
 */
function formatCappedCount(count: number, most: number | undefined): string {
  return most !== undefined && count >= most ? `${count}+` : String(count);
}

/**
 * Renders the number of enquiries, and a button that shows those that have arrived since the list was loaded.
 * The rows do not move before it is pressed; then the first row gets the focus.
 */
function EnquiryCount({
  enquiries: { loadedEnquiries, isBusy, trouble, reload },
  table,
}: {
  readonly enquiries: EnquiryList;
  readonly table: { readonly current: HTMLElement | null };
}): ReactNode {
  const { say } = useStudio();
  const arrived = loadedEnquiries?.arrived;
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
    <div className="st-inbox-tally">
      <p role="status">{loadedEnquiries && !isBusy && formatEnquiryCount(loadedEnquiries, say)}</p>
      <p role="status">
        {arrived && arrived.count > 0 && (
          <button
            type="button"
            className="st-button st-inbox-new"
            onClick={() => {
              isAsked.current = true;
              void reload();
            }}
          >
            {say(arrived.isMore ? 'desk.new-more' : 'desk.new', { count: arrived.count })}
          </button>
        )}
      </p>
      <DisconnectedNotice />
    </div>
  );
}

/**
 * Renders the rows of the list and a button for the next page; without rows, the reason: loading, a failure,
 * or no matching enquiry. If reloading fails, the rows stay below the failure.
 */
function FoundEnquiries({
  enquiries,
  filter,
  query,
  choices,
  onFilter,
}: {
  readonly enquiries: EnquiryList;
  readonly filter: EnquiryListFilter;
  /** The filter as a query string, without `?`. Empty: all enquiries. */
  readonly query: string;
  readonly choices: InboxChoices | undefined;
  readonly onFilter: (filter: EnquiryListFilter) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const { loadedEnquiries, isBusy, trouble, reload, loadMore: more } = enquiries;
  if (!loadedEnquiries)
    return trouble ? (
      <div className="st-notice st-notice--error" role="alert">
        <p>{formatRequestFailure(trouble, say)}</p>
        <p>
          <button type="button" className="st-button" onClick={() => void reload()}>
            {say('try-again')}
          </button>
        </p>
      </div>
    ) : (
      <p className="st-quiet">{say('loading.part')}</p>
    );
  /** Loads the next page and announces its number of rows, if there are any. */
  async function loadMore(): Promise<void> {
    const loadedCount = await more();
    if (loadedCount > 0) announce(say('desk.more-there', { count: loadedCount }));
  }
  return (
    <>
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}{' '}
          <button type="button" className="st-link" onClick={() => void reload()}>
            {say('try-again')}
          </button>
        </p>
      )}
      {loadedEnquiries.rows.length > 0 ? (
        <EnquiryTable rows={loadedEnquiries.rows} search={query} isBusy={isBusy} />
      ) : query === '' ? (
        <EmptyState
          title={say('desk.none')}
          text={`${say('desk.none-why')} ${say('desk.none-text')}`}
          action={<a href="/studio/forms">{say('desk.none-action')}</a>}
        />
      ) : (
        !isBusy && <NothingFound key={query} filter={filter} choices={choices} onFilter={onFilter} />
      )}
      {loadedEnquiries.next !== undefined && (
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

/**
 * Returns a function that focuses the link of the next (`1`) or previous (`-1`) row of a table, counted from
 * the row that had the focus last; without one, the first row. At the end of the table, the focus stays.
 */
function useRowFocus(table: { readonly current: HTMLElement | null }): (by: 1 | -1) => void {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const storeFocusedElement = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && table.current?.contains(target)) last.current = target;
    };
    addEventListener('focusin', storeFocusedElement);
    return () => removeEventListener('focusin', storeFocusedElement);
  }, [table]);
  return (by) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])];
    const at = last.current ? links.indexOf(last.current) : -1;
    const to = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
    links[to]?.focus();
  };
}

/**
 * Renders a button that opens a dialog with links to download all enquiries of a query as CSV or JSON, not
 * only the loaded ones. The button is disabled while `listed` is absent or has no enquiries.
 * @param query The query string of the list, without `?`.
 * @param listed The loaded list of the same query; only its number of enquiries is shown.
 */
function EnquiryExportButton({
  query,
  listed,
}: {
  readonly query: string;
  readonly listed: LoadedEnquiries | undefined;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const { count, counted } = listed ?? { count: 0, counted: 1 };
  return (
    <>
      <button type="button" className="st-button" disabled={count === 0} onClick={() => setIsOpen(true)}>
        {say('desk.export')}
      </button>
      {isOpen && (
        <Dialog label={say('desk.export')} onClose={() => setIsOpen(false)}>
          <h2>{say('desk.export')}</h2>
          <p>{say(count >= counted ? 'desk.export.more' : 'desk.export.what', { count })}</p>
          <div className="st-ask-end">
            {(['csv-labels', 'csv', 'json'] as const).map((format) => (
              <FileLink
                key={format}
                path="enquiries/export"
                query={new URLSearchParams([['format', format], ...new URLSearchParams(query)])}
              >
                {say(`desk.export.${format}`)}
              </FileLink>
            ))}
            <button type="button" className="st-button st-button--plain" onClick={() => setIsOpen(false)}>
              {say('close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
