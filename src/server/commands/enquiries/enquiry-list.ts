import { UsageError } from '../../../command/io.ts';
import { createAudit } from '../../admin/people/audit.ts';
import { generateCsvExport, summarizeFilter } from '../../inbox/export-enquiries.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import type { EnquiryFilter, InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import { commandLineAuthor, type EnquiriesContext } from './enquiries-context.ts';
import { resolveFilterNames } from './enquiry-filter.ts';
import { toEnquiryJson } from './enquiry-json.ts';
import { type EnquiryNames, readNames } from './enquiry-names.ts';
import { formatEnquiryRow, formatTableHead } from './enquiry-table.ts';

/**
 * Prints the enquiries that match the filter: as JSON, JSON lines, CSV or, without a format, as a table.
 * @throws UsageError if a name in the filter is unknown or ambiguous.
 */
export async function listEnquiries({ filter: typed, ...context }: EnquiriesContext): Promise<void> {
  const { store, contentFolder, format } = context;
  const names = await readNames(store, contentFolder);
  const listing = { ...context, names, filter: await resolveFilterNames(typed, { store, names }) };
  if (format === 'json')
    return printJson(listing, { first: '[\n', between: ',\n', last: '\n]\n', none: '[]\n' });
  if (format === 'jsonl') return printJson(listing, { first: '', between: '\n', last: '\n', none: '' });
  if (format === 'csv') return printCsv(listing);
  return printTable(listing);
}

/** With ids in the filter in place of names. */
interface Listing extends EnquiriesContext {
  readonly names: EnquiryNames;
}

/**
 * Prints the same CSV as the studio's export, and records that in the audit log first. Without enquiries it
 * consists of the column titles; without a store it is not recorded.
 * @throws UsageError if the output is a terminal.
 */
async function printCsv({ store, filter, names, io }: Listing): Promise<void> {
  if (io.isTerminal)
    throw new UsageError('--csv writes a table for spreadsheets: redirect it to a file with > FILE');
  const { handling: state, mail, from, until, ...asked } = filter;
  const [since, before] = [from, until].map((at) =>
    at === undefined ? undefined : new Date(at).toISOString(),
  );
  const details = summarizeFilter({ ...asked, state, delivery: mail?.join(' '), from: since, until: before });
  if (store)
    await createAudit({ store, now: Date.now }).record({
      who: commandLineAuthor,
      action: 'enquiries-exported',
      about: 'CSV',
      details,
    });
  const { exportNames, form } = names;
  const lines = generateCsvExport({
    filter,
    form,
    names: exportNames,
    batch: serverSettings.desk.exportBatch,
    store: store ?? {
      findEnquiries: async () => [],
      findReplies: async () => [],
      inboxPulse: async () => ({ enquiry: 0, event: 0, try: 0, erasure: 0, reply: 0 }),
    },
  });
  for await (const some of lines) await io.write(some);
}

/**
 * Prints one enquiry per line, so that a large array can be read while it is written. `frame` has the texts
 * before, between and after the enquiries, and `none` for no enquiries.
 */
async function printJson(
  { store, filter, names, io }: Listing,
  frame: Readonly<Record<'first' | 'between' | 'last' | 'none', string>>,
): Promise<void> {
  let separator = frame.first;
  let count = 0;
  for await (const page of readStoredPages(store, filter)) {
    const replies = (await store?.findReplies(page.map(({ id }) => id))) ?? [];
    for (const enquiry of page) {
      const theirs = replies.filter(({ enquiryId }) => enquiryId === enquiry.id);
      const json = await toEnquiryJson(enquiry, { names, store, replies: theirs });
      await io.write(`${separator}${toInertJson(json)}`);
      separator = frame.between;
      count += 1;
    }
  }
  await io.write(count === 0 ? frame.none : frame.last);
}

/** Prints a head and one line per enquiry, or a sentence if there are none. */
async function printTable({ store, filter, names, dataFolder, io }: Listing): Promise<void> {
  const print = (line: string) => io.write(`${line}\n`);
  let count = 0;
  for await (const enquiry of readStoredEnquiries(store, filter)) {
    if (count === 0) await print(formatTableHead(names));
    await print(formatEnquiryRow(enquiry, names));
    count += 1;
  }
  const isFiltered = Object.keys(filter).length > 0;
  if (count === 0) await print(`No ${isFiltered ? 'such ' : ''}enquiries in ${dataFolder} yet.`);
}

/** Yields enquiries in the order of their arrival, as `readStoredPages` reads them. */
export async function* readStoredEnquiries(
  store: Store | undefined,
  filter: EnquiryFilter,
): AsyncGenerator<InboxEnquiry> {
  for await (const page of readStoredPages(store, filter)) yield* page;
}

/** Yields enquiries in the order of their arrival, in batches that bound the memory; none without a store. */
async function* readStoredPages(
  store: Store | undefined,
  filter: EnquiryFilter,
): AsyncGenerator<readonly InboxEnquiry[]> {
  const limit = serverSettings.desk.exportBatch;
  let after: number | undefined = 0;
  while (store && after !== undefined) {
    const page: readonly InboxEnquiry[] = await store.findEnquiries({ filter, after, limit });
    yield page;
    after = page.length === limit ? page.at(-1)?.sequence : undefined;
  }
}
