import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Id } from '#engine';
import { schemasFolder } from '#schemas';
import { readDataFolder, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { tableHead, tableRow } from './enquiry-table.ts';
import { openSqliteStoreBeside } from './store/sqlite/sqlite-store.ts';
import type { EnquiryRecord, Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

const usage = `npm run enquiries                   what has arrived, as a table
npm run enquiries -- --json         the same for programs, as a JSON array
npm run enquiries -- --resend ID    sends the mail of an enquiry again; ID is its id or its reference

SLIPWAY_DATA names the data folder (default: .data). The server may be running.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line, fit to be printed as it is. */
class UsageError extends Error {}

// Whoever reads the list may stop reading it (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

interface Arguments {
  readonly help?: boolean;
  readonly json?: boolean;
  readonly resend?: string;
}

function readArguments(args: readonly string[]): Arguments {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      resend: { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof StartError || error instanceof StoreError;
}

async function run({ help, json, resend }: Arguments): Promise<void> {
  if (help) return print(usage);
  const dataFolder = readDataFolder(process.env);
  const store = openSqliteStoreBeside({ dataFolder, settings: serverSettings });
  try {
    if (resend !== undefined) return await sendAgain(resend, store);
    await (json ? printJson(store) : printTable(store, dataFolder));
  } finally {
    await store?.close();
  }
}

async function sendAgain(id: string, store: Store | undefined): Promise<void> {
  const outcome = (await store?.resend({ id, now: Date.now() })) ?? { kind: 'unknown' };
  const shown = JSON.stringify(id);
  switch (outcome.kind) {
    case 'queued':
      return print(
        `Queued the mail of ${outcome.reference} to ${outcome.to}; a running server sends it at once.`,
      );
    case 'unknown':
      throw new StoreError('broken', `Cannot send ${shown} again: no enquiry has this id or reference`);
    case 'no-recipient':
      throw new StoreError(
        'broken',
        `Cannot send ${shown} again: neither its office nor its site had a mail address when it arrived`,
      );
  }
}

/** One enquiry a line, so that a large array can be read while it is written. */
async function printJson(store: Store | undefined): Promise<void> {
  let separator = '[\n';
  for await (const enquiry of enquiries(store)) {
    await write(`${separator}${JSON.stringify(asContracted(enquiry))}`);
    separator = ',\n';
  }
  await write(separator === '[\n' ? '[]\n' : '\n]\n');
}

function asContracted({ mail: { state, to, attempts }, ...enquiry }: EnquiryRecord) {
  return { ...enquiry, mail: { state, to, attempts } };
}

async function printTable(store: Store | undefined, dataFolder: string): Promise<void> {
  const typeName = readTypeNames();
  let count = 0;
  for await (const enquiry of enquiries(store)) {
    if (count === 0) await print(tableHead);
    await print(tableRow(enquiry, typeName));
    count += 1;
  }
  if (count === 0) await print(`No enquiries in ${dataFolder} yet.`);
}

async function* enquiries(store: Store | undefined): AsyncGenerator<EnquiryRecord> {
  let after: number | undefined = 0;
  while (store && after !== undefined) {
    const page = await store.page({ after, limit: 200 });
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
