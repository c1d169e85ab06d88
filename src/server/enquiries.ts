import { once } from 'node:events';
import { readFolders, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { type EnquiryArguments, enquiriesUsage, readArguments, UsageError } from './enquiry-arguments.ts';
import { namedFilter } from './enquiry-filter.ts';
import { asContracted } from './enquiry-json.ts';
import { queueAgain } from './enquiry-mails.ts';
import type { EnquiryNames } from './enquiry-names.ts';
import { tableHead, tableRow } from './enquiry-table.ts';
import { inertJson } from './log/inert-json.ts';
import type { DeskEnquiry, EnquiryFilter } from './store/desk-entry.ts';
import { openSqliteStoreBeside } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

// Whoever reads the list may stop reading it (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof StartError || error instanceof StoreError;
}

async function run(args: EnquiryArguments): Promise<void> {
  if (args.help) return print(enquiriesUsage);
  const { dataFolder, contentFolder } = readFolders(process.env);
  const store = openSqliteStoreBeside({ dataFolder, settings: serverSettings });
  try {
    const { resend, release, to, erase, export: exported } = args;
    if (erase !== undefined || exported !== undefined) {
      // It opens the photos, which no other use of the command needs.
      const { erasePerson, exportPerson } = await import('./enquiry-person.ts');
      if (exported !== undefined) return await exportPerson(exported, { store, print, write });
      return await erasePerson(erase ?? '', { store, print, write, isMeant: args.yes === true });
    }
    const queueing = { store, to, contentFolder };
    if (release !== undefined) return await queue([release], { kind: 'release', ...queueing });
    if (resend !== undefined && resend !== 'all')
      return await queue([resend], { kind: 'resend', ...queueing });
    // It compiles the form, which no other use of the command waits for.
    const { readNames } = await import('./enquiry-names.ts');
    const names = await readNames(store, contentFolder);
    const filter = await namedFilter(args.filter, { store, names });
    if (resend === 'all') return await queue(await idsOf(store, filter), { kind: 'resend', ...queueing });
    await list({ store, filter, names, dataFolder }, args);
  } finally {
    await store?.close();
  }
}

/** Queues each, and tells of each; those that cannot be queued are told last. */
async function queue(ids: readonly string[], options: Parameters<typeof queueAgain>[1]): Promise<void> {
  const refusals: string[] = [];
  for (const outcome of await queueAgain(ids, options)) {
    if (outcome.isQueued) await print(outcome.line);
    else refusals.push(outcome.line);
  }
  if (refusals.length > 0) throw new StoreError('broken', refusals.join('\n'));
  if (ids.length === 0) await print('No mail has failed, and every enquiry has a recipient.');
}

async function idsOf(store: Store | undefined, filter: EnquiryFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of enquiries(store, filter)) ids.push(id);
  return ids;
}

/** What is listed. */
interface Listing {
  readonly store: Store | undefined;
  readonly filter: EnquiryFilter;
  readonly names: EnquiryNames;
  readonly dataFolder: string;
}

async function list(listing: Listing, { json, jsonl }: EnquiryArguments): Promise<void> {
  if (json) return printJson(listing, { first: '[\n', between: ',\n', last: '\n]\n', none: '[]\n' });
  if (jsonl) return printJson(listing, { first: '', between: '\n', last: '\n', none: '' });
  return printTable(listing);
}

/** One enquiry a line, so that a large array can be read while it is written. */
async function printJson(
  { store, filter, names }: Listing,
  frame: Readonly<Record<'first' | 'between' | 'last' | 'none', string>>,
): Promise<void> {
  let separator = frame.first;
  let count = 0;
  for await (const enquiry of enquiries(store, filter)) {
    await write(`${separator}${inertJson(await asContracted(enquiry, { names, store }))}`);
    separator = frame.between;
    count += 1;
  }
  await write(count === 0 ? frame.none : frame.last);
}

async function printTable({ store, filter, names, dataFolder }: Listing): Promise<void> {
  let count = 0;
  for await (const enquiry of enquiries(store, filter)) {
    if (count === 0) await print(tableHead);
    await print(tableRow(enquiry, names));
    count += 1;
  }
  const isFiltered = Object.keys(filter).length > 0;
  if (count === 0) await print(`No ${isFiltered ? 'such ' : ''}enquiries in ${dataFolder} yet.`);
}

/** In the order of their arrival; a few at a time, however many there are. */
async function* enquiries(store: Store | undefined, filter: EnquiryFilter): AsyncGenerator<DeskEnquiry> {
  const limit = serverSettings.desk.exportBatch;
  let after: number | undefined = 0;
  while (store && after !== undefined) {
    const page: readonly DeskEnquiry[] = await store.findEnquiries({ filter, after, limit });
    yield* page;
    after = page.length === limit ? page.at(-1)?.sequence : undefined;
  }
}

function print(line: string): Promise<void> {
  return write(`${line}\n`);
}

async function write(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
