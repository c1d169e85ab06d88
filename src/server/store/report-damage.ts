import type { Log } from '../platform/log/log.ts';
import { createDamagedRowError, type MaybeDamaged } from './records/stored-json.ts';
import type { Store } from './store.ts';
import { isDamagedRow } from './store-error.ts';

/**
 * Wraps a store so that calls for one person, session, token or one-time token (`word`) return undefined for
 * a damaged row instead of rejecting. In lists, and in the details of an enquiry, damaged rows stay and have
 * `isDamaged`. Each damaged row is logged once (`row-damaged`). Other calls are unchanged.
 */
export function withDamageReports(store: Store, log: Log): Store {
  const loggedMessages = new Set<string>();

  /** Logs an error as `row-damaged`, unless one with the same message was logged before. */
  function logOnce(error: Error): void {
    if (loggedMessages.has(error.message)) return;
    loggedMessages.add(error.message);
    log.error('row-damaged', error, { reason: error.message });
  }

  /**
   * Wraps a call that returns one row. If the row is damaged, the error is logged and the call returns
   * undefined; other errors are thrown unchanged.
   */
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

  /**
   * Wraps a call that returns a list. Its damaged rows are logged by table and key, and the list is returned
   * unchanged.
   */
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
    /** Returns the details unchanged, and logs the enquiry and those of its events that are damaged. */
    async enquiryDetails(id) {
      const details = await store.enquiryDetails(id);
      if (details?.enquiry.isDamaged) logOnce(createDamagedRowError('enquiries', details.enquiry.reference));
      for (const event of details?.events ?? [])
        if (event.isDamaged) logOnce(createDamagedRowError('enquiry_events', String(event.number)));
      return details;
    },
  };
}
