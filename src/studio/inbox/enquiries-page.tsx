import { type ReactNode, useRef } from 'react';
import type { InboxChoices, InboxRowView, SelectionOutcome, SelectionRequest } from '../../api/inbox.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { canForward } from '../preset/inbox.ts';
import { pushSearch, replaceSearch, useSearch } from '../ui/address.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { useSingleKeys } from '../ui/shortcuts.ts';
import { useSizeProperty } from '../ui/use-size-property.ts';
import { EnquiryExportButton } from './enquiry-export-button.tsx';
import { EnquiryPane } from './enquiry-pane.tsx';
import { getEnquiryAddress } from './enquiry-table.tsx';
import { EnquiryTally } from './enquiry-tally.tsx';
import { type EnquiryListFilter, readEnquiryFilter, toEnquirySearch } from './filter.ts';
import { FoundEnquiries } from './found-enquiries.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { type EnquiryList, useEnquiryList } from './inbox-lists.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { assignTo, type SelectionAction, setState } from './selection/selection-requests.ts';
import { SelectionResultNotice } from './selection/selection-result.tsx';
import { useSelectAll } from './selection/use-select-all.ts';
import { useSelection } from './selection/use-selection.ts';
import { useSelectionActions } from './selection/use-selection-actions.ts';
import { findRow, focusRow, useRowFocus } from './use-row-focus.ts';
import { ViewTabs } from './views/view-tabs.tsx';

/**
 * Renders the list of all enquiries, the latest first, with views, search, filters and actions on several of
 * them. The address contains the filter. Beside it is the enquiry `open`, by its reference.
 */
export function EnquiriesPage({ open }: { readonly open?: string }): ReactNode {
  const { me, content, go } = useStudio();
  const search = useSearch();
  const filter = readEnquiryFilter(search);
  const query = toEnquirySearch(filter).toString();
  const choices = useServerData<InboxChoices>('enquiries/choices');
  const enquiries = useEnquiryList('enquiries', query);
  const suspected = useEnquiryList('enquiries/suspected', '');
  const rows = enquiries.loadedEnquiries?.rows ?? noRows;
  const table = useRef<HTMLDivElement>(null);
  const tools = useSizeProperty('--st-tools-size');
  const rowFocus = useRowFocus(table);
  const selection = useSelection(rows, query);
  const mayHandle = hasEnquiryRight(me, 'handle');
  const selectAll = useSelectAll(enquiries, selection, choices.value?.mostSelected);
  // The rows stay selected, so that several actions can follow each other.
  const actions = useSelectionActions((outcome, request) => showOutcome(enquiries, outcome, request));
  /** Opens an enquiry beside the list, and gives its row the focus. */
  const openRow = (row: InboxRowView) => {
    go(getEnquiryAddress(row.reference, query));
    focusRow(table.current, row.id);
  };
  /** Moves the focus by one row; where an enquiry is open, opens that of the row. */
  const moveBy = (by: 1 | -1) => {
    const at = rows.findIndex((row) => row.reference === open);
    const next = rows[at + by];
    if (open === undefined) rowFocus.move(by);
    else if (at !== -1 && next) openRow(next);
  };
  /** Performs an action on the selected enquiries; without any, on the open or the focused one. */
  const actOnTargets = (toAction: (targets: readonly InboxRowView[]) => SelectionAction) => {
    const current = rows.find((row) => row.reference === open) ?? findRow(rows, rowFocus.getRow());
    const targets = selection.selected.length > 0 ? selection.selected : current ? [current] : [];
    if (targets.length > 0) actions.act(targets, toAction(targets));
  };
  /** Ticks the focused row, or removes its tick. */
  const tickFocused = (isRange: boolean) => {
    const row = findRow(rows, rowFocus.getRow()) ?? rows[0];
    if (row) selection.toggle(row.id, isRange);
  };
  useSingleKeys({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    '/': () => document.getElementById('st-inbox-search')?.focus(),
    ...(mayHandle && {
      x: () => tickFocused(false),
      [rangeKey]: () => tickFocused(true),
      a: () => actOnTargets((targets) => assignTo(targets, me)),
      e: () => actOnTargets((targets) => setState(targets, 'answered')),
      b: () => document.querySelector<HTMLElement>('#st-inbox-selected button')?.focus(),
    }),
  });
  /**
   * Writes a filter to the address, with a new entry in the browser's history unless it was typed
   * (`isTyped`).
   */
  const changeFilter = (next: EnquiryListFilter, isTyped = false) =>
    (isTyped ? replaceSearch : pushSearch)(toEnquirySearch(next));

  return (
    <div className={open === undefined ? 'st-inbox-single' : 'st-inbox-split'}>
      <div className="st-page st-page--wide st-inbox st-inbox-column">
        <InboxHead isSplit={open !== undefined} query={query} enquiries={enquiries} suspected={suspected} />
        <ViewTabs query={query} unansweredHours={choices.value?.unansweredHours} />
        <InboxFilters filter={filter} choices={choices.value} onChange={changeFilter} />
        <div ref={tools} className="st-inbox-tools">
          <EnquiryTally enquiries={enquiries} table={table} />
          {mayHandle && (
            <SelectionBar
              selection={selection}
              choices={choices.value}
              canForward={canForward(content)}
              isTray={false}
              selectAll={selectAll}
              isBusy={actions.isBusy}
              onAct={actions.act}
              exportButton={
                <EnquiryExportButton
                  query={new URLSearchParams([
                    ['only', selection.selected.map(({ reference }) => reference).join(',')],
                  ]).toString()}
                  listed={{ count: selection.selected.length, counted: Number.POSITIVE_INFINITY }}
                  isSelection
                />
              }
            />
          )}
          <SelectionResultNotice result={actions.result} onUndo={actions.undo} onDismiss={actions.dismiss} />
        </div>
        <div ref={table} className="st-inbox-rows">
          <FoundEnquiries
            enquiries={enquiries}
            filter={filter}
            query={query}
            choices={choices.value}
            table={{
              open,
              onReopen: focusPane,
              ...(mayHandle && { selection }),
            }}
            onFilter={(next) => {
              changeFilter(next);
              document.getElementById('st-inbox-search')?.focus();
            }}
          />
        </div>
      </div>
      {open !== undefined && (
        <EnquiryPane
          key={open}
          reference={open}
          query={query}
          enquiries={enquiries}
          onLeave={() => focusRow(table.current, rows.find((row) => row.reference === open)?.id)}
        />
      )}
    </div>
  );
}

/** Shift with the key that ticks a row. */
const rangeKey = 'X';

const noRows: readonly InboxRowView[] = [];

/** Gives the heading of the open enquiry the focus. */
function focusPane(): void {
  const heading = document.querySelector<HTMLElement>('.st-inbox-pane h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** Shows in the list what an action has changed. */
function showOutcome(
  { replaceRow, removeRow, reload }: EnquiryList,
  { done, refused }: SelectionOutcome,
  { action }: SelectionRequest,
): void {
  // Released enquiries come back into the list.
  if (action === 'release') return void reload();
  for (const row of done) if (action === 'mark') removeRow(row.id);
  if (action !== 'mark') for (const row of done) replaceRow(row);
  for (const { row } of refused) if (row) replaceRow(row);
}

/** Renders the heading of the list with links to its other pages, and the export of all of it. */
function InboxHead({
  isSplit,
  query,
  enquiries,
  suspected,
}: {
  /** True beside an enquiry, which then has the page's first heading. */
  readonly isSplit: boolean;
  readonly query: string;
  readonly enquiries: EnquiryList;
  readonly suspected: EnquiryList;
}): ReactNode {
  const { say, me } = useStudio();
  const { count = 0, counted } = suspected.loadedEnquiries ?? {};
  return (
    <div className="st-page-head">
      {isSplit ? <h2 className="st-inbox-title">{say('enquiries')}</h2> : <h1>{say('enquiries')}</h1>}
      <a className="st-inbox-way" href="/studio/enquiries/suspected">
        {say('desk.suspected')}
        {count > 0 && (
          <span className="st-tally">
            {formatCappedCount(count, counted)}
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
  );
}

/**
 * Formats a count, which may have stopped at a maximum (`most`): `formatCappedCount(1000, 1000) // '1000+'`.
 */
function formatCappedCount(count: number, most: number | undefined): string {
  return most !== undefined && count >= most ? `${count}+` : String(count);
}
