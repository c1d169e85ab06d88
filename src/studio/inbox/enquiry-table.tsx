import type { ReactNode } from 'react';
import type { InboxRowView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { FactsOfRow, getFactsHeading } from '../preset/inbox.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { MomentText } from '../ui/moment.tsx';

/**
 * Returns the address of an enquiry's page.
 * @param search The query string of the list, without `?`, so that the page can link back and to the
 * neighbours.
 */
export function getEnquiryAddress(reference: string, search: string): string {
  return `/studio/enquiries/${encodeURIComponent(reference)}${search === '' ? '' : `?${search}`}`;
}

/** Renders a table of enquiries; on phones, cards. The whole row is clickable. */
export function EnquiryTable({
  rows,
  search,
  isBusy,
  isTray = false,
  actions,
}: {
  readonly rows: readonly InboxRowView[];
  /** The query string of each row's link, without `?`. */
  readonly search: string;
  /** True while the rows are being loaded again. */
  readonly isBusy: boolean;
  /** True if the rows are suspected enquiries, whose reasons are shown. */
  readonly isTray?: boolean;
  /** Renders the buttons of a row in an additional column. Absent: there is no such column. */
  readonly actions?: (row: InboxRowView) => ReactNode;
}): ReactNode {
  const { say, content } = useStudio();
  const columns: readonly StudioMessageKey[] = [
    'desk.reference',
    'desk.from',
    'desk.type',
    getFactsHeading(content),
    'desk.received',
    isTray ? 'desk.why' : 'desk.state',
  ];
  return (
    <table
      className={`st-table st-inbox-table ${isTray ? 'st-inbox-table--tray' : ''}`}
      aria-busy={isBusy || undefined}
    >
      <caption className="st-visually-hidden">{say('enquiries')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {say(column)}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="st-visually-hidden">{say('people.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <EnquiryRow key={row.id} row={row} search={search} isTray={isTray} actions={actions} />
        ))}
      </tbody>
    </table>
  );
}

/** Renders the row of an enquiry with a link to its page. */
function EnquiryRow({
  row,
  search,
  isTray,
  actions,
}: {
  readonly row: InboxRowView;
  readonly search: string;
  readonly isTray: boolean;
  readonly actions: ((row: InboxRowView) => ReactNode) | undefined;
}): ReactNode {
  const { say } = useStudio();
  const { reference, from, excerpt, type, site, receivedAt, photos, state } = row;
  return (
    <tr className={`st-inbox-row st-inbox-row--${state}`}>
      <th scope="row">
        <a href={getEnquiryAddress(reference, search)}>
          <bdi dir="ltr">{reference}</bdi>
        </a>
        {photos > 0 && (
          <span className="st-inbox-photos st-row st-quiet">
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 4.5h2.5l1-1.5h5l1 1.5H14v8.5H2zM8 6.5a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5" />
            </svg>
            <span aria-hidden="true">{photos}</span>
            <span className="st-visually-hidden">{say('desk.photos-count', { count: photos })}</span>
          </span>
        )}
      </th>
      <td className="st-inbox-who">
        <span className="st-inbox-name st-block st-ellipsis">
          <bdi>{from === '' ? say('desk.nobody') : from}</bdi>
        </span>
        <span className="st-block st-ellipsis st-muted st-small">
          <bdi>{row.isDamaged ? say('damaged') : excerpt}</bdi>
        </span>
      </td>
      <td>{type.name}</td>
      <td>
        <FactsOfRow row={row} />
        <span className="st-quiet st-block st-ellipsis">
          <bdi dir="ltr">{site}</bdi>
        </span>
      </td>
      <td className="st-inbox-when st-muted st-small">
        <MomentText at={receivedAt} />
      </td>
      <td>{isTray ? formatSuspicion(row.suspicion, say) : <RowState row={row} />}</td>
      {actions && <td className="st-inbox-acts">{actions(row)}</td>}
    </tr>
  );
}

/** Renders the state of an enquiry, a failed delivery, and the person who handles it. */
function RowState({ row: { state, assignee, delivery } }: { readonly row: InboxRowView }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <span className={`st-handling st-handling--${state}`}>{say(`desk.state.${state}`)}</span>
      {(delivery === 'failed' || delivery === 'no-recipient') && (
        <span className="st-state st-state--error">{say(`desk.delivery.${delivery}`)}</span>
      )}
      {assignee && (
        <span className="st-quiet st-block st-ellipsis">
          <bdi>{assignee.name}</bdi>
        </span>
      )}
    </>
  );
}

/** The reasons for a suspicion that have a message. */
const knownSuspicions = ['honeypot', 'too-fast', 'ticket-worn', 'too-many', 'unproven'] as const;

/** Formats the reason of a suspicion. Returns an unknown reason unchanged, and an empty text without one. */
export function formatSuspicion(suspicion: string | undefined, say: FormatMessage): string {
  const [, kind, value = ''] = /^blocked-(address|domain|phrase) (.*)$/s.exec(suspicion ?? '') ?? [];
  if (kind === 'address' || kind === 'domain' || kind === 'phrase')
    return say(`desk.suspicion.blocked-${kind}`, { value: isolateBidi(value) });
  const known = knownSuspicions.find((one) => one === suspicion);
  return known ? say(`desk.suspicion.${known}`) : (suspicion ?? '');
}
