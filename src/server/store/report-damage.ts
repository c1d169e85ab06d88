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

  function reportForRow<Request, Result>(call: (request: Request) => Promise<Result | undefined>) {
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

  function reportForList<Request, Row extends MaybeDamaged>(
    call: (request: Request) => Promise<readonly Row[]>,
    { table, nameOf }: { readonly table: string; readonly nameOf: (row: Row) => unknown },
  ) {
    return async (request: Request): Promise<readonly Row[]> => {
      const rows = await call(request);
      for (const row of rows) if (row.isDamaged) logOnce(createDamagedRowError(table, String(nameOf(row))));
      return rows;
    };
  }

  return {
    ...store,
    person: reportForRow(store.person),
    session: reportForRow(store.session),
    token: reportForRow(store.token),
    word: reportForRow(store.word),
    people: reportForList(store.people, { table: 'people', nameOf: ({ name }) => name }),
    tokens: reportForList(store.tokens, { table: 'tokens', nameOf: ({ id }) => id }),
    invitations: reportForList(store.invitations, { table: 'words', nameOf: ({ id }) => id }),
    findEnquiries: reportForList(store.findEnquiries, {
      table: 'enquiries',
      nameOf: ({ reference }) => reference,
    }),
    audit: reportForList(store.audit, { table: 'audit', nameOf: ({ number }) => number }),
    async enquiryDetails(id) {
      const file = await store.enquiryDetails(id);
      if (file?.enquiry.isDamaged) logOnce(createDamagedRowError('enquiries', file.enquiry.reference));
      for (const event of file?.events ?? [])
        if (event.isDamaged) logOnce(createDamagedRowError('enquiry_events', String(event.number)));
      return file;
    },
  };
}
