import type { AuditEntry } from '../../../api/people.ts';
import type { PastErasure } from '../../../api/privacy.ts';
import { parseExternalCopies, sumExternalCopies } from '../../store/records/external-copies.ts';
import type { Store } from '../../store/store.ts';

/**
 * Returns the erasures of an address, the latest first; empty if there were none. `marks` are its pseudonyms
 * in the audit log. An erasure in batches has several audit entries with the same time, which are added up.
 */
export async function findPastErasures(
  marks: readonly string[],
  store: Pick<Store, 'audit'>,
): Promise<readonly PastErasure[]> {
  const entries = (await Promise.all(marks.map((mark) => readErasureEntries(mark, store)))).flat();
  const erasures = Map.groupBy(entries, ({ at, about }) => `${at} ${about}`);
  return [...erasures.values()].map(toErasure).sort((one, other) => other.at - one.at);
}

const batch = 500;

/** Returns all audit entries of erasures with this mark, the latest first. */
async function readErasureEntries(mark: string, store: Pick<Store, 'audit'>): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let before: number | undefined; ; before = entries.at(-1)?.number) {
    const some = await store.audit({
      action: 'erased',
      search: mark,
      limit: batch,
      ...(before !== undefined && { before }),
    });
    entries.push(...some);
    if (some.length < batch) return entries.filter(({ about }) => about === mark);
  }
}

/** Returns one erasure: the sums of its audit entries, with the time and the person of the first one. */
function toErasure(parts: readonly AuditEntry[]): PastErasure {
  const [{ at, about = '', who } = noEntry] = parts;
  /** Returns the sum of a number in the details of the entries; absent ones count as 0. */
  const sumDetail = (name: string) =>
    parts.reduce((total, { details }) => total + Number(details?.[name] ?? 0), 0);
  return {
    at,
    mark: about,
    by: who.name,
    enquiries: sumDetail('enquiries'),
    photos: sumDetail('photos'),
    mails: sumDetail('mails'),
    savedAnswers: sumDetail('savedAnswers'),
    mailFiles: sumDetail('mailFiles'),
    copies: sumDetail('copies'),
    ...sumExternalCopies(parts.map(({ details = {} }) => parseExternalCopies(details))),
  };
}

const noEntry: Pick<AuditEntry, 'at' | 'about' | 'who'> = { at: 0, who: { name: '' } };
