import type { Log } from '../log/log.ts';
import type { Store } from './store.ts';
import { isDamagedRow } from './store-error.ts';
import { createDamagedRowError, type MaybeDamaged } from './stored-json.ts';

/**
 * Wraps a store so that a damaged row is treated as missing, and is marked as damaged in lists. Each one is
 * logged once (`row-damaged`).
 */
export function withDamageReports(store: Store, log: Log): Store {
  const loggedMessages = new Set<string>();

  function logOnce(error: Error): void {
    if (loggedMessages.has(error.message)) return;
    loggedMessages.add(error.message);
    log.error('row-damaged', error, { reason: error.message });
  }

  /** Wraps a call that returns one row. A damaged row is logged, and the call returns undefined. */
  function withRowReport<Request, Result>(call: (request: Request) => Promise<Result | undefined>) {
    return async (request: Request): Promise<Result | undefined> => {
      try {
        return await call(request);
      } catch (error) {
        if (!isDamagedRow(error)) throw error;
        logOnce(error as Error);
        return undefined;
      }
    };
  }

  /** Wraps a call that returns a list. Its damaged rows are logged, and the list is returned unchanged. */
  function withListReport<Request, Row extends MaybeDamaged>(
    call: (request: Request) => Promise<readonly Row[]>,
    { table, getKey }: { readonly table: string; readonly getKey: (row: Row) => unknown },
  ) {
    return async (request: Request): Promise<readonly Row[]> => {
      const rows = await call(request);
      for (const row of rows) if (row.isDamaged) logOnce(createDamagedRowError(table, String(getKey(row))));
      return rows;
    };
  }

  return {
    ...store,
    person: withRowReport(store.person),
    session: withRowReport(store.session),
    token: withRowReport(store.token),
    word: withRowReport(store.word),
    people: withListReport(store.people, { table: 'people', getKey: ({ name }) => name }),
    tokens: withListReport(store.tokens, { table: 'tokens', getKey: ({ id }) => id }),
    invitations: withListReport(store.invitations, { table: 'words', getKey: ({ id }) => id }),
    findEnquiries: withListReport(store.findEnquiries, {
      table: 'enquiries',
      getKey: ({ reference }) => reference,
    }),
    audit: withListReport(store.audit, { table: 'audit', getKey: ({ number }) => number }),
    async enquiryDetails(id) {
      const details = await store.enquiryDetails(id);
      if (details?.enquiry.isDamaged) logOnce(createDamagedRowError('enquiries', details.enquiry.reference));
      for (const event of details?.events ?? [])
        if (event.isDamaged) logOnce(createDamagedRowError('enquiry_events', String(event.number)));
      return details;
    },
  };
}
