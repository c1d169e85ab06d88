import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Id } from '#engine';
import { schemasFolder } from '#schemas';
import { readFolders, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { type EnquiryArguments, enquiriesUsage, readArguments, UsageError } from './enquiry-arguments.ts';
import { queueAgain } from './enquiry-mails.ts';
import { tableHead, tableRow } from './enquiry-table.ts';
import { inertJson } from './log/inert-json.ts';
import { openSqliteStoreBeside } from './store/sqlite/sqlite-store.ts';
import type { EnquiryRecord, MailState, Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

/** Whose mail nobody got. */
const unsent: readonly MailState[] = ['failed', 'no-recipient'];

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
  const folders = readFolders(process.env);
  const store = openSqliteStoreBeside({ dataFolder: folders.dataFolder, settings: serverSettings });
  try {
    const { resend, release } = args;
    if (resend === undefined && release === undefined) return await list(store, args, folders.dataFolder);
    const wanted = resend === 'all' ? await idsOf(store, unsent) : [release ?? resend ?? ''];
    const kind = release === undefined ? 'resend' : 'release';
    await queue(wanted, { kind, store, to: args.to, contentFolder: folders.contentFolder });
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

async function idsOf(store: Store | undefined, states: readonly MailState[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of enquiries(store, states)) ids.push(id);
  return ids;
}

async function list(
  store: Store | undefined,
  { json, failed, suspected }: EnquiryArguments,
  dataFolder: string,
): Promise<void> {
  const states = [...(failed ? unsent : []), ...(suspected ? (['suspected'] as const) : [])];
  const found = enquiries(store, states.length > 0 ? states : undefined);
  if (json) return printJson(found);
  return printTable(found, `No ${states.length > 0 ? 'such ' : ''}enquiries in ${dataFolder} yet.`);
}

/** One enquiry a line, so that a large array can be read while it is written. */
async function printJson(found: AsyncIterable<EnquiryRecord>): Promise<void> {
  let separator = '[\n';
  for await (const enquiry of found) {
    await write(`${separator}${inertJson(asContracted(enquiry))}`);
    separator = ',\n';
  }
  await write(separator === '[\n' ? '[]\n' : '\n]\n');
}

function asContracted({ mail, ...enquiry }: EnquiryRecord) {
  const { state, to, attempts, refusedBy, reason } = mail;
  return {
    ...enquiry,
    ...(state === 'suspected' && { suspected: reason }),
    mail: { state, to, attempts, ...(refusedBy !== null && { refusedBy }) },
  };
}

async function printTable(found: AsyncIterable<EnquiryRecord>, nothing: string): Promise<void> {
  const typeName = readTypeNames();
  let count = 0;
  for await (const enquiry of found) {
    if (count === 0) await print(tableHead);
    await print(tableRow(enquiry, typeName));
    count += 1;
  }
  if (count === 0) await print(nothing);
}

async function* enquiries(
  store: Store | undefined,
  states?: readonly MailState[],
): AsyncGenerator<EnquiryRecord> {
  let after: number | undefined = 0;
  while (store && after !== undefined) {
    const page = await store.page({ after, limit: 200, ...(states && { states }) });
    yield* page.enquiries;
    after = page.next;
  }
}

/** The key of a type's id as the forms have it today; a type that is gone is shown by its id. */
function readTypeNames(): (id: Id) => string {
  const document: { readonly enquiryTypes: readonly { readonly id: Id; readonly key: string }[] } =
    JSON.parse(readFileSync(new URL('enquiry-types.json', schemasFolder), 'utf8'));
  const keys = new Map(document.enquiryTypes.map(({ id, key }) => [String(id), key]));
  return (id) => keys.get(String(id)) ?? String(id);
}

function print(line: string): Promise<void> {
  return write(`${line}\n`);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
