import type { QueueOptions } from './commands/enquiries/enquiry-acts.ts';
import {
  type EnquiryAct,
  type EnquiryArguments,
  readEnquiryArguments,
} from './commands/enquiries/enquiry-arguments.ts';
import { resolveFilterNames } from './commands/enquiries/enquiry-filter.ts';
import { toEnquiryJson } from './commands/enquiries/enquiry-json.ts';
import type { EnquiryNames } from './commands/enquiries/enquiry-names.ts';
import { enquiryTableHead, formatEnquiryRow } from './commands/enquiries/enquiry-table.ts';
import {
  commandLineAuthor,
  EnquiriesUsageError,
  enquiriesUsage,
} from './commands/enquiries/enquiry-usage.ts';
import { type Program, type ProgramIo, runAsProcess } from './commands/program.ts';
import { BucketError } from './platform/bucket/bucket-error.ts';
import { readFolders, StartError } from './platform/config/config.ts';
import { serverSettings } from './platform/config/settings.ts';
import { toInertJson } from './platform/log/inert-json.ts';
import type { EnquiryFilter, InboxEnquiry } from './store/inbox-entry.ts';
import { openExistingStore } from './store/open-existing-store.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

/**
 * The program `npm run enquiries`: lists stored enquiries, or runs one action on them. Its exit code is 0, 1
 * if the action is not possible, or 2 for wrong usage. The message of such an error is printed; unexpected
 * errors are thrown.
 */
export const enquiriesProgram: Program = async (args, io) => {
  try {
    await runEnquiries(readEnquiryArguments(args), io);
    return 0;
  } catch (error) {
    if (!isExpectedError(error)) throw error;
    io.err(error.message);
    return error instanceof EnquiriesUsageError ? 2 : 1;
  }
};

/** Returns true for an error whose message is printed without a stack. */
function isExpectedError(error: unknown): error is Error {
  return [EnquiriesUsageError, StartError, StoreError, BucketError].some((kind) => error instanceof kind);
}

/** Prints the help, or opens the store and runs the action or, without one, lists the enquiries. */
async function runEnquiries(args: EnquiryArguments, io: ProgramIo): Promise<void> {
  if (args.help) return io.out(`${enquiriesUsage}\n`);
  const { dataFolder, databaseUrl, contentFolder } = readFolders(io.env);
  const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
  try {
    const { act } = args;
    if (act === undefined) return await listEnquiries({ store, dataFolder, contentFolder, args, io });
    await runAction(act, { store, dataFolder, contentFolder, args, io });
  } finally {
    await store?.close();
  }
}

/** The arguments and surroundings of a command. `store` is undefined if there is no database yet. */
interface CommandContext {
  readonly store: Store | undefined;
  readonly dataFolder: string;
  readonly contentFolder: string | undefined;
  readonly args: EnquiryArguments;
  readonly io: ProgramIo;
}

/**
 * Runs an action and prints its result. Modules that only one action needs (the form, the photos) are loaded
 * for it alone.
 */
async function runAction(act: EnquiryAct, { args, ...given }: CommandContext): Promise<void> {
  const { store, contentFolder, io } = given;
  const { out: write, env } = io;
  const print = (line: string) => write(`${line}\n`);
  const { filter, format, isConfirmed } = args;
  switch (act.kind) {
    case 'show': {
      const { showEnquiry: show } = await import('./commands/enquiries/enquiry-show.ts');
      return write(await show(act.id, { store, format, names: await loadNames(given) }));
    }
    case 'resend':
    case 'release': {
      const ids =
        act.id === undefined
          ? await findEnquiryIds(store, await resolveFilter({ args, ...given }))
          : [act.id];
      return queueAndPrint(ids, { kind: act.kind, to: act.to, store, contentFolder }, print);
    }
    case 'redeliver':
    case 'switch-on':
    case 'destinations': {
      const { runDeliveryAct: deliveryAct } = await import('./commands/enquiries/enquiry-deliveries.ts');
      return write(await deliveryAct(act, { store, format }));
    }
    case 'forward':
    case 'assign':
    case 'handle':
    case 'note': {
      const { runEnquiryAct: actOn } = await import('./commands/enquiries/enquiry-acts.ts');
      return print(await actOn(act, { store, contentFolder }));
    }
    case 'delete':
    case 'erase': {
      const { eraseEnquiry } = await import('./commands/enquiries/enquiry-person.ts');
      return eraseEnquiry(act.id, {
        store,
        print,
        write,
        env,
        isConfirmed,
        isSuspected: act.kind === 'delete',
      });
    }
    case 'export': {
      const { exportPerson } = await import('./commands/enquiries/enquiry-person.ts');
      return exportPerson(act.email, { store, print, write, env, isTerminal: io.isTerminal });
    }
    case 'erase-person': {
      const { erasePerson } = await import('./commands/enquiries/enquiry-person.ts');
      return erasePerson(act.email, { store, print, write, env, isConfirmed });
    }
    case 'retention': {
      const { showOrSetRetention: retention } = await import('./commands/enquiries/enquiry-retention.ts');
      return write(await retention({ act, filter, format, ...given }));
    }
    case 'figures': {
      const { showFigures: figures } = await import('./commands/enquiries/enquiry-figures.ts');
      return write(await figures({ store, contentFolder, filter, format }));
    }
  }
}

/**
 * Reads the names of types, offices and people. The module is loaded lazily, because it compiles the form.
 */
async function loadNames({
  store,
  contentFolder,
}: Pick<CommandContext, 'store' | 'contentFolder'>): Promise<EnquiryNames> {
  const { readNames } = await import('./commands/enquiries/enquiry-names.ts');
  return readNames(store, contentFolder);
}

/**
 * Returns the filter of the arguments, with ids instead of names.
 * @throws EnquiriesUsageError if a name is unknown or ambiguous.
 */
async function resolveFilter({
  args,
  store,
  ...given
}: Omit<CommandContext, 'dataFolder' | 'io'>): Promise<EnquiryFilter> {
  return resolveFilterNames(args.filter, { store, names: await loadNames({ store, ...given }) });
}

/**
 * Queues the mails of the enquiries and prints a line for each; one line if there are no ids.
 * @throws StoreError if some cannot be queued, after all others were, with a line for each.
 */
async function queueAndPrint(
  ids: readonly string[],
  options: QueueOptions,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const { queueMails } = await import('./commands/enquiries/enquiry-acts.ts');
  const refusals: string[] = [];
  for (const outcome of await queueMails(ids, options)) {
    if (outcome.isQueued) await print(outcome.line);
    else refusals.push(outcome.line);
  }
  if (refusals.length > 0) throw new StoreError('broken', refusals.join('\n'));
  if (ids.length === 0) await print('No mail has failed, and every enquiry has a recipient.');
}

/**
 * Returns the ids of the enquiries that match a filter, in the order of their arrival; empty without a store.
 */
async function findEnquiryIds(store: Store | undefined, filter: EnquiryFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of readStoredEnquiries(store, filter)) ids.push(id);
  return ids;
}

interface ListingOptions {
  readonly store: Store | undefined;
  readonly filter: EnquiryFilter;
  readonly names: EnquiryNames;
  readonly dataFolder: string;
  readonly io: ProgramIo;
}

/** Prints the enquiries that match the filter: as JSON, JSON lines, CSV or, without a format, as a table. */
async function listEnquiries({ args, ...given }: CommandContext): Promise<void> {
  const { store, dataFolder, io } = given;
  const { format } = args;
  const names = await loadNames(given);
  const filter = await resolveFilterNames(args.filter, { store, names });
  const listing = { store, filter, names, dataFolder, io };
  if (format === 'json')
    return printJson(listing, { first: '[\n', between: ',\n', last: '\n]\n', none: '[]\n' });
  if (format === 'jsonl') return printJson(listing, { first: '', between: '\n', last: '\n', none: '' });
  if (format === 'csv') return printCsv(listing);
  return printTable(listing);
}

/**
 * Prints the same CSV as the studio's export, and records that in the audit log first. Without enquiries it
 * consists of the column titles; without a store it is not recorded.
 * @throws EnquiriesUsageError if the output is a terminal.
 */
async function printCsv({ store, filter, names, io }: ListingOptions): Promise<void> {
  if (io.isTerminal)
    throw new EnquiriesUsageError('--csv writes a table for spreadsheets: redirect it to a file with > FILE');
  const { generateCsvExport: csvExport, summarizeFilter: summarize } = await import(
    './inbox/export-enquiries.ts'
  );
  const { createAudit } = await import('./admin/people/audit.ts');
  const { handling: state, mail, from, until, ...asked } = filter;
  const [since, before] = [from, until].map((at) =>
    at === undefined ? undefined : new Date(at).toISOString(),
  );
  const details = summarize({ ...asked, state, delivery: mail?.join(' '), from: since, until: before });
  if (store)
    await createAudit({ store, now: Date.now }).record({
      who: commandLineAuthor,
      action: 'enquiries-exported',
      about: 'CSV',
      details,
    });
  const { exportNames, form } = names;
  const lines = csvExport({
    filter,
    form,
    names: exportNames,
    batch: serverSettings.desk.exportBatch,
    store: store ?? {
      findEnquiries: async () => [],
      inboxPulse: async () => ({ enquiry: 0, event: 0, try: 0, erasure: 0 }),
    },
  });
  for await (const some of lines) await io.out(some);
}

/**
 * Prints one enquiry per line, so that a large array can be read while it is written. `frame` has the texts
 * before, between and after the enquiries, and `none` for no enquiries.
 */
async function printJson(
  { store, filter, names, io: { out } }: ListingOptions,
  frame: Readonly<Record<'first' | 'between' | 'last' | 'none', string>>,
): Promise<void> {
  let separator = frame.first;
  let count = 0;
  for await (const enquiry of readStoredEnquiries(store, filter)) {
    await out(`${separator}${toInertJson(await toEnquiryJson(enquiry, { names, store }))}`);
    separator = frame.between;
    count += 1;
  }
  await out(count === 0 ? frame.none : frame.last);
}

/** Prints a head and one line per enquiry, or a sentence if there are none. */
async function printTable({ store, filter, names, dataFolder, io }: ListingOptions): Promise<void> {
  const print = (line: string) => io.out(`${line}\n`);
  let count = 0;
  for await (const enquiry of readStoredEnquiries(store, filter)) {
    if (count === 0) await print(enquiryTableHead);
    await print(formatEnquiryRow(enquiry, names));
    count += 1;
  }
  const isFiltered = Object.keys(filter).length > 0;
  if (count === 0) await print(`No ${isFiltered ? 'such ' : ''}enquiries in ${dataFolder} yet.`);
}

/** Yields enquiries in the order of their arrival, in batches that bound the memory; none without a store. */
async function* readStoredEnquiries(
  store: Store | undefined,
  filter: EnquiryFilter,
): AsyncGenerator<InboxEnquiry> {
  const limit = serverSettings.desk.exportBatch;
  let after: number | undefined = 0;
  while (store && after !== undefined) {
    const page: readonly InboxEnquiry[] = await store.findEnquiries({ filter, after, limit });
    yield* page;
    after = page.length === limit ? page.at(-1)?.sequence : undefined;
  }
}

if (import.meta.main) await runAsProcess(enquiriesProgram);
