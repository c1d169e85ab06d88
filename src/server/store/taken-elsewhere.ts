import type { TakenElsewhere } from '../../studio/protocol-privacy.ts';
import type { NewAuditEntry } from './people-entry.ts';
import type { Erased } from './privacy-entry.ts';

/** As it stands beside figures: nothing where nothing was taken elsewhere. */
export function elsewhereOf(rows: readonly TakenElsewhere[]): Pick<Erased, 'elsewhere'> {
  return rows.length > 0 ? { elsewhere: rows } : {};
}

/** All of it together, in the order of the ids. */
export function elsewhereInAll(parts: readonly Pick<Erased, 'elsewhere'>[]): Pick<Erased, 'elsewhere'> {
  const counts = new Map<string, number>();
  for (const { destination, count } of parts.flatMap(({ elsewhere = [] }) => elsewhere))
    counts.set(destination, (counts.get(destination) ?? 0) + count);
  const rows = [...counts].map(([destination, count]) => ({ destination, count }));
  return elsewhereOf(rows.sort((one, other) => (one.destination < other.destination ? -1 : 1)));
}

/** What was erased, as the details of an audit entry: `{enquiries: 2, elsewhere: ['crm 2']}`. */
export function erasedNoted({
  elsewhere,
  ...figures
}: Omit<Erased, 'savedAnswers'>): NonNullable<NewAuditEntry['details']> {
  return { ...figures, ...(elsewhere && { elsewhere: elsewhere.map(elsewhereSaid) }) };
}

/** `elsewhereSaid({destination: 'crm', count: 2}) // 'crm 2'` */
export function elsewhereSaid({ destination, count }: TakenElsewhere): string {
  return `${destination} ${count}`;
}

/** What an audit entry's details have of it. */
export function elsewhereNoted({
  elsewhere,
}: NonNullable<NewAuditEntry['details']>): Pick<Erased, 'elsewhere'> {
  if (!Array.isArray(elsewhere)) return {};
  return elsewhereOf(
    elsewhere.map((said) => {
      const [destination = '', count] = String(said).split(' ');
      return { destination, count: Number(count) };
    }),
  );
}
