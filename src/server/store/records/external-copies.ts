import type { ExternalCopies } from '../../../api/privacy.ts';
import type { NewAuditEntry } from './people-entry.ts';
import type { Erased } from './privacy-entry.ts';

/**
 * Returns the given counts of enquiries that destinations have received as a property of `Erased`; an empty
 * object if there are none.
 */
export function toExternalCopies(rows: readonly ExternalCopies[]): Pick<Erased, 'elsewhere'> {
  return rows.length > 0 ? { elsewhere: rows } : {};
}

/** Adds up counts by destination. Returns them sorted by its id; an empty object if there are none. */
export function sumExternalCopies(parts: readonly Pick<Erased, 'elsewhere'>[]): Pick<Erased, 'elsewhere'> {
  const counts = new Map<string, number>();
  for (const { destination, count } of parts.flatMap(({ elsewhere = [] }) => elsewhere))
    counts.set(destination, (counts.get(destination) ?? 0) + count);
  const rows = [...counts].map(([destination, count]) => ({ destination, count }));
  return toExternalCopies(rows.sort((one, other) => (one.destination < other.destination ? -1 : 1)));
}

/**
 * Returns the counts of an erasure as details of an audit entry. Those of destinations become texts: `crm 2`.
 */
export function toErasureDetails({
  elsewhere,
  ...figures
}: Omit<Erased, 'savedAnswers'>): NonNullable<NewAuditEntry['details']> {
  return { ...figures, ...(elsewhere && { elsewhere: elsewhere.map(formatExternalCopies) }) };
}

/** `formatExternalCopies({destination: 'crm', count: 2}) // 'crm 2'` */
export function formatExternalCopies({ destination, count }: ExternalCopies): string {
  return `${destination} ${count}`;
}

/**
 * Parses the texts of `formatExternalCopies` in the details of an audit entry. Returns an empty object if
 * there are none.
 */
export function parseExternalCopies({
  elsewhere,
}: NonNullable<NewAuditEntry['details']>): Pick<Erased, 'elsewhere'> {
  if (!Array.isArray(elsewhere)) return {};
  return toExternalCopies(
    elsewhere.map((text) => {
      const [destination = '', count] = String(text).split(' ');
      return { destination, count: Number(count) };
    }),
  );
}
