import type { ReactNode } from 'react';
import type { InboxChoices } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EnquiryTable, type EnquiryTableProps } from './enquiry-table.tsx';
import type { EnquiryListFilter } from './filter.ts';
import type { EnquiryList } from './inbox-lists.tsx';
import { NothingFound } from './nothing-found.tsx';

/**
 * Renders the rows of the list and a button for the next page; without rows, the reason: loading, a failure,
 * or no matching enquiry. If reloading fails, the rows stay below the failure.
 */
export function FoundEnquiries({
  enquiries,
  filter,
  query,
  choices,
  table,
  onFilter,
}: {
  readonly enquiries: EnquiryList;
  readonly filter: EnquiryListFilter;
  /** The filter as a query string, without `?`. Empty: all enquiries. */
  readonly query: string;
  readonly choices: InboxChoices | undefined;
  /** The further properties of the table. */
  readonly table: Pick<EnquiryTableProps, 'selection' | 'open' | 'onReopen'>;
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
        <EnquiryTable
          {...table}
          rows={loadedEnquiries.rows}
          search={query}
          isBusy={isBusy}
          overdueHours={choices?.unansweredHours}
        />
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
