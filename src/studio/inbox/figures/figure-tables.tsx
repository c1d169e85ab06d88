import { type ReactNode, useId } from 'react';
import type { FieldFigure, FigureCounts, FiguresView, NamedKey } from '../../../api/figures.ts';
import { useStudio } from '../../draft/context.ts';
import { getFieldAddress } from '../../draft/presence/own-presence.ts';
import { formatCompletion } from './completion.ts';

/** Renders a table of the begun, sent and abandoned forms and the share that was sent, by type or by site. */
export function CountTable({
  title,
  head,
  rows,
}: {
  readonly title: string;
  /** The heading of the first column. */
  readonly head: string;
  readonly rows: readonly (FigureCounts & NamedKey)[];
}): ReactNode {
  const { say, locale } = useStudio();
  const id = useId();
  const number = new Intl.NumberFormat(locale);
  return (
    <section className="st-figure st-stack-2" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="st-table st-stacking st-count-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {(['began', 'sent', 'abandoned', 'completed'] as const).map((name) => (
              <th key={name} scope="col">
                {say(`figures.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, began, sent, abandoned }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td data-label={say('figures.began')}>{number.format(began)}</td>
              <td data-label={say('figures.sent')}>{number.format(sent)}</td>
              <td data-label={say('figures.abandoned')}>{number.format(abandoned)}</td>
              <td data-label={say('figures.completed')}>{formatCompletion({ began, sent }, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/**
 * Renders a table of the fields at which visitors abandoned their forms. Counts below `fewest` are not known.
 */
export function StopTable({
  rows,
  fewest,
}: {
  readonly rows: FiguresView['stops'];
  readonly fewest: number;
}): ReactNode {
  const { say } = useStudio();
  return (
    <FieldTable
      title={say('figures.stops')}
      hint={say('figures.stops-hint')}
      none={say('figures.stops-none')}
      head={[say('figures.field'), say('figures.left')]}
      fewest={fewest}
      rows={rows.map((row) => ({ ...row, id: `${row.type.key} ${row.field?.key ?? ''}` }))}
    />
  );
}

/**
 * Renders a table of the error messages that visitors saw, with their field and the number of times. Counts
 * below `fewest` are not known.
 */
export function MessageTable({
  rows,
  fewest,
}: {
  readonly rows: FiguresView['messages'];
  readonly fewest: number;
}): ReactNode {
  const { say } = useStudio();
  return (
    <FieldTable
      title={say('figures.messages')}
      hint={say('figures.messages-hint')}
      none={say('figures.messages-none')}
      head={[say('figures.message'), say('figures.met')]}
      fewest={fewest}
      rows={rows.map((row) => ({ ...row, id: `${row.type.key} ${row.field?.key ?? ''} ${row.code}` }))}
    />
  );
}

/** A row of a table: a field, or a type without a field, and its count. */
interface FieldRow extends FieldFigure {
  readonly id: string;
  /** The error message for visitors. Absent in the table of abandoned forms. */
  readonly message?: string;
}

/**
 * Renders a table with a number for each field. The server omits numbers below `fewest` for privacy; those
 * rows say only that there are fewer.
 */
function FieldTable({
  title,
  hint,
  none,
  head: [what, count],
  fewest,
  rows,
}: {
  readonly title: string;
  readonly hint: string;
  /** The sentence that is shown without rows. */
  readonly none: string;
  readonly head: readonly [what: string, count: string];
  readonly fewest: number;
  readonly rows: readonly FieldRow[];
}): ReactNode {
  const id = useId();
  const most = Math.max(1, ...rows.map((row) => row.count ?? 0));
  return (
    <section className="st-figure st-stack-2" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="st-hint">{hint}</p>
      {rows.length === 0 ? (
        <p className="st-empty">{none}</p>
      ) : (
        <table className="st-table st-field-table">
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col">{count}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FieldRowView key={row.id} row={row} most={most} fewest={fewest} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/**
 * Renders a row: the message, a link to the field or its type, the count, and a bar whose length is relative
 * to `most`, the largest count of the table.
 */
function FieldRowView({
  row: { type, field, message, count },
  most,
  fewest,
}: {
  readonly row: FieldRow;
  readonly most: number;
  readonly fewest: number;
}): ReactNode {
  const { say, locale } = useStudio();
  const place = (
    <a href={getFieldAddress(type.key, field?.key)}>
      {field ? say('figures.field-of', { field: field.name, type: type.name }) : type.name}
    </a>
  );
  return (
    <tr>
      <th scope="row">
        {message !== undefined && <bdi className="st-block">{message}</bdi>}
        {field === undefined && message === undefined && (
          <span className="st-block">{say('figures.no-field')}</span>
        )}
        <span className={message === undefined ? undefined : 'st-quiet'}>{place}</span>
      </th>
      <td>
        <span className="st-share-count">
          {count === undefined
            ? say('figures.fewer', { fewest })
            : new Intl.NumberFormat(locale).format(count)}
        </span>
        <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className="st-share-all" x={0} y={0} width={100} height={6} />
          <rect className="st-share-part" x={0} y={0} width={((count ?? 0) / most) * 100} height={6} />
        </svg>
      </td>
    </tr>
  );
}
