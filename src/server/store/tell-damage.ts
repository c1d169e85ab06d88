import type { Log } from '../log/log.ts';
import type { Store } from './store.ts';
import { isDamagedRow } from './store-error.ts';
import { damagedRow, type FromRow } from './stored-json.ts';

/**
 * Wraps a store so that a damaged row is treated as missing, and is marked as damaged in lists. Each one is
 * logged once (`row-damaged`).
 */
export function tellingDamage(store: Store, log: Log): Store {
  const told = new Set<string>();

  function tell(error: Error): void {
    if (told.has(error.message)) return;
    told.add(error.message);
    log.error('row-damaged', error, { reason: error.message });
  }

  function one<Request, Result>(call: (request: Request) => Promise<Result | undefined>) {
    return async (request: Request): Promise<Result | undefined> => {
      try {
        return await call(request);
      } catch (error) {
        if (!isDamagedRow(error)) throw error;
        tell(error as Error);
        return undefined;
      }
    };
  }

  function each<Request, Row extends FromRow>(
    call: (request: Request) => Promise<readonly Row[]>,
    { table, nameOf }: { readonly table: string; readonly nameOf: (row: Row) => unknown },
  ) {
    return async (request: Request): Promise<readonly Row[]> => {
      const rows = await call(request);
      for (const row of rows) if (row.isDamaged) tell(damagedRow(table, String(nameOf(row))));
      return rows;
    };
  }

  return {
    ...store,
    person: one(store.person),
    session: one(store.session),
    token: one(store.token),
    word: one(store.word),
    people: each(store.people, { table: 'people', nameOf: ({ name }) => name }),
    tokens: each(store.tokens, { table: 'tokens', nameOf: ({ id }) => id }),
    invitations: each(store.invitations, { table: 'words', nameOf: ({ id }) => id }),
    findEnquiries: each(store.findEnquiries, {
      table: 'enquiries',
      nameOf: ({ reference }) => reference,
    }),
    audit: each(store.audit, { table: 'audit', nameOf: ({ number }) => number }),
    async deskFile(id) {
      const file = await store.deskFile(id);
      if (file?.enquiry.isDamaged) tell(damagedRow('enquiries', file.enquiry.reference));
      for (const event of file?.events ?? [])
        if (event.isDamaged) tell(damagedRow('enquiry_events', String(event.number)));
      return file;
    },
  };
}
