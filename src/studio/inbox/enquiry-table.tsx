import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { InboxRowView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { FactsOfRow, getFactsHeading } from '../preset/inbox.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { AgeText, useCurrentMinute } from './age-text.tsx';
import type { EnquirySelection } from './selection/use-selection.ts';

/**
 * Returns the address of an enquiry's page.
 * @param search The query string of the list, without `?`, so that the page can link back and to the
 * neighbours.
 */
export function getEnquiryAddress(reference: string, search: string): string {
  return `/studio/enquiries/${encodeURIComponent(reference)}${search === '' ? '' : `?${search}`}`;
}

export interface EnquiryTableProps {
  readonly rows: readonly InboxRowView[];
  /** The query string of each row's link, without `?`. */
  readonly search: string;
  /** True while the rows are being loaded again. */
  readonly isBusy: boolean;
  /** True if the rows are suspected enquiries, whose reasons are shown. */
  readonly isTray?: boolean;
  /** The reference of the enquiry that is open beside the table. */
  readonly open?: string | undefined;
  /** Called when the row of the open enquiry is opened again. */
  readonly onReopen?: () => void;
  /** After so many hours without an answer, the age of an enquiry is marked. Absent: never. */
  readonly overdueHours?: number | undefined;
  /** Adds a column with ticks. */
  readonly selection?: EnquirySelection;
  /** Renders the buttons of a row in an additional column. Absent: there is no such column. */
  readonly actions?: (row: InboxRowView) => ReactNode;
}

/** Renders a table of enquiries; in a narrow column, cards. The whole row is clickable. */
export function EnquiryTable(props: EnquiryTableProps): ReactNode {
  const { rows, search, isBusy, isTray = false, open, onReopen, overdueHours, selection, actions } = props;
  const { say, content } = useStudio();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const toggleRow = useCallback(
    (id: string, isRange: boolean) => latest.current.selection?.toggle(id, isRange),
    [],
  );
  const reopenRow = useCallback(() => latest.current.onReopen?.(), []);
  return (
    <table
      className={`st-table st-inbox-table ${isTray ? 'st-inbox-table--tray' : ''}`}
      aria-busy={isBusy || undefined}
    >
      <caption className="st-visually-hidden">{say('enquiries')}</caption>
      <thead>
        <tr>
          {selection && (
            // No header of the column, as which a screen reader would say the tick's name before each other tick.
            <td className="st-inbox-tick">
              <TickAll rows={rows} selection={selection} />
            </td>
          )}
          <th scope="col" className="st-inbox-who">
            {say('desk.from')}
          </th>
          <th scope="col" className="st-inbox-type">
            {say('desk.type')}
          </th>
          <th scope="col" className="st-inbox-facts">
            {say(getFactsHeading(content))}
          </th>
          <th scope="col" className="st-inbox-reference">
            {say('desk.reference')}
          </th>
          <th scope="col" className="st-inbox-when">
            {say('desk.received')}
          </th>
          <th scope="col" className="st-inbox-state">
            {say(isTray ? 'desk.why' : 'desk.state')}
          </th>
          {actions && (
            <th scope="col">
              <span className="st-visually-hidden">{say('people.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EnquiryRow
            key={row.id}
            row={row}
            search={search}
            isTray={isTray}
            isOpen={open === row.reference}
            isSelected={selection?.has(row.id)}
            overdueHours={overdueHours}
            onToggle={toggleRow}
            onReopen={onReopen && reopenRow}
            actions={actions}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Renders the tick that selects all loaded rows, or none. */
function TickAll({
  rows,
  selection,
}: {
  readonly rows: readonly InboxRowView[];
  readonly selection: EnquirySelection;
}): ReactNode {
  const { say } = useStudio();
  const tick = useRef<HTMLInputElement>(null);
  const count = selection.selected.length;
  const isAll = count > 0 && count === rows.length;
  useEffect(() => {
    if (tick.current) tick.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <label>
      <input
        ref={tick}
        type="checkbox"
        checked={isAll}
        onChange={() => selection.set(isAll ? [] : rows.map(({ id }) => id))}
      />
      <span>{say('desk.sel.all', { count: rows.length })}</span>
    </label>
  );
}

interface EnquiryRowProps extends Pick<EnquiryTableProps, 'search' | 'overdueHours'> {
  readonly row: InboxRowView;
  readonly isTray: boolean;
  readonly isOpen: boolean;
  /** Undefined: the row has no tick. */
  readonly isSelected: boolean | undefined;
  readonly onToggle: (id: string, isRange: boolean) => void;
  readonly onReopen: (() => void) | undefined;
  readonly actions: EnquiryTableProps['actions'];
}

/**
 * Renders the row of an enquiry with a link to its page. It is memoized: a key moves the open enquiry among
 * thousands of rows, and only two of them change.
 */
const EnquiryRow = memo(function EnquiryRow({
  row,
  search,
  isTray,
  isOpen,
  isSelected,
  overdueHours,
  onToggle,
  onReopen,
  actions,
}: EnquiryRowProps): ReactNode {
  const { say } = useStudio();
  const { id, reference, from, excerpt, type, site, receivedAt, photos, state } = row;
  const sender = from === '' ? say('desk.nobody') : from;
  return (
    <tr
      className={`st-inbox-row st-inbox-row--${state} ${isSelected ? 'st-inbox-row--selected' : ''}`}
      data-enquiry={id}
      data-open={isOpen || undefined}
    >
      {isSelected !== undefined && (
        <td className="st-inbox-tick">
          <input
            type="checkbox"
            aria-label={say('desk.sel.one', { reference })}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onToggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      <td className="st-inbox-who">
        <span className="st-inbox-name st-block st-ellipsis" dir="auto">
          <bdi>{sender}</bdi>
          {photos > 0 && <PhotoCount count={photos} />}
        </span>
        <span className="st-inbox-excerpt st-block st-ellipsis st-small" dir="auto">
          {row.isDamaged ? say('damaged') : excerpt}
        </span>
      </td>
      <td className="st-inbox-type">{type.name}</td>
      <td className="st-inbox-facts st-quiet">
        <FactsOfRow row={row} />
        <span className="st-block st-ellipsis">
          <bdi dir="ltr">{site}</bdi>
        </span>
      </td>
      <th scope="row" className="st-inbox-reference">
        <a
          href={getEnquiryAddress(reference, search)}
          aria-label={`${reference}, ${sender}`}
          aria-current={isOpen || undefined}
          onClick={(event) => {
            if (!isOpen || !onReopen || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            event.stopPropagation();
            onReopen();
          }}
        >
          <bdi dir="ltr">{reference}</bdi>
        </a>
      </th>
      <td className="st-inbox-when">
        <RowAge at={receivedAt} state={state} overdueHours={isTray ? undefined : overdueHours} />
      </td>
      <td className="st-inbox-state">
        {isTray ? formatSuspicion(row.suspicion, say) : <RowState row={row} />}
      </td>
      {actions && <td className="st-inbox-acts">{actions(row)}</td>}
    </tr>
  );
});

/** Renders the number of photos of an enquiry with a camera. */
function PhotoCount({ count }: { readonly count: number }): ReactNode {
  const { say } = useStudio();
  return (
    <span className="st-inbox-photos st-quiet">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 4.5h2.5l1-1.5h5l1 1.5H14v8.5H2zM8 6.5a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5" />
      </svg>
      <span aria-hidden="true">{count}</span>
      <span className="st-visually-hidden">{say('desk.photos-count', { count })}</span>
    </span>
  );
}

const hourMs = 3_600_000;

/** Renders the age of an enquiry, marked if it has not been answered for too long. */
function RowAge({
  at,
  state,
  overdueHours,
}: {
  readonly at: number;
  readonly state: InboxRowView['state'];
  readonly overdueHours: number | undefined;
}): ReactNode {
  const { say } = useStudio();
  const now = useCurrentMinute();
  if (overdueHours === undefined || state === 'answered' || now - at < overdueHours * hourMs)
    return <AgeText at={at} />;
  const text = say('desk.overdue', { hours: overdueHours });
  return (
    <span className="st-inbox-overdue" title={text}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5M8 4.5V8l2.5 1.75" />
      </svg>
      <AgeText at={at} />
      <span className="st-visually-hidden">, {text}</span>
    </span>
  );
}

/** Renders the state of an enquiry, a failed delivery or reply, and the person who handles it. */
function RowState({
  row: { state, assignee, delivery, isReplyFailed },
}: {
  readonly row: InboxRowView;
}): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <span className={`st-handling st-handling--${state}`}>{say(`desk.state.${state}`)}</span>
      {(delivery === 'failed' || delivery === 'no-recipient') && (
        <span className="st-state st-state--error">{say(`desk.delivery.${delivery}`)}</span>
      )}
      {isReplyFailed && <span className="st-state st-state--error">{say('desk.reply-bounced')}</span>}
      {assignee && (
        <span className="st-quiet st-block st-ellipsis">
          <bdi>{assignee.name}</bdi>
        </span>
      )}
    </>
  );
}

/** The reasons for a suspicion that have a message. */
const knownSuspicions = [
  'honeypot',
  'too-fast',
  'ticket-worn',
  'too-many',
  'unproven',
  'marked',
  'marked-sent',
] as const;

/** Formats the reason of a suspicion. Returns an unknown reason unchanged, and an empty text without one. */
export function formatSuspicion(suspicion: string | undefined, say: FormatMessage): string {
  const [, kind, value = ''] = /^blocked-(address|domain|phrase) (.*)$/s.exec(suspicion ?? '') ?? [];
  if (kind === 'address' || kind === 'domain' || kind === 'phrase')
    return say(`desk.suspicion.blocked-${kind}`, { value: isolateBidi(value) });
  const known = knownSuspicions.find((one) => one === suspicion);
  return known ? say(`desk.suspicion.${known}`) : (suspicion ?? '');
}
