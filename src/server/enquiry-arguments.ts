import { parseArgs } from 'node:util';
import type { HandlingState } from '../studio/protocol-desk.ts';
import { serverSettings } from './config/settings.ts';
import { isMailAddress } from './config/variables.ts';
import { type GivenTime, givenTime, timesTaken } from './enquiry-times.ts';
import type { EnquiryFilter } from './store/desk-entry.ts';
import type { MailState } from './store/enquiry-record.ts';

/** How `npm run enquiries` is used. */
export const enquiriesUsage = `npm run enquiries                         what has arrived, as a table
npm run enquiries -- --json               the same for programs, as a JSON array
npm run enquiries -- --jsonl              the same, as one JSON object a line (--json-lines)
npm run enquiries -- --resend ID          sends the mail of an enquiry again; ID is its id or its reference
npm run enquiries -- --resend --failed    the same for all that nobody got, or those of them that are filtered
npm run enquiries -- --release ID         sends the mail of an enquiry that was suspected
npm run enquiries -- --resend ID --to A   to the address A; else to the one that the content has today
npm run enquiries -- --export ADDRESS > F writes everything of whoever has a mail address to F, a ZIP archive
npm run enquiries -- --erase ADDRESS      erases all of it, for good; --yes where no terminal answers

Which ones (those that all of it holds for):
  --search WORDS    every word stands in them, whole or its beginning (three letters), whatever its case and accents
  --since TIME      received since: ${timesTaken}
  --until TIME      received before; of a day that day is included
  --type TYPE       an enquiry type: its key, its name or its id
  --office OFFICE   the office that has it now: its name or its id
  --site DOMAIN     a site
  --state STATE     new, in-hand or answered
  --failed          what nobody got: refused for good, or without a recipient
  --suspected       what looks like a robot's, which is not sent

SLIPWAY_DATA names the data folder (default: .data), SLIPWAY_CONTENT the content's. The server may be running.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line, fit to be printed as it is. */
export class UsageError extends Error {}

/** What the command is asked for. */
export interface EnquiryArguments {
  readonly help?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  /** Which enquiries; type and office are as they were given: a name, a key or an id. */
  readonly filter: EnquiryFilter;
  /** An id or a reference; `all`: everything that the filter holds for, which nobody got. */
  readonly resend?: string;
  readonly release?: string;
  readonly to?: string;
  /** The mail address of a person. */
  readonly erase?: string;
  readonly export?: string;
  /** Nobody is asked whether it is meant. */
  readonly yes?: boolean;
}

const filterNames = [
  ...(['search', 'since', 'until', 'type', 'office', 'site', 'state'] as const),
  ...(['failed', 'suspected'] as const),
];

/** Reads the command line. @throws UsageError */
export function readArguments(args: readonly string[], now = Date.now()): EnquiryArguments {
  const { resend, 'json-lines': lines, ...values } = parsed(args);
  const isFiltered = filterNames.some((name) => values[name] !== undefined);
  if (resend === '' && !values.failed)
    throw usageError('--resend takes an id or a reference, or --failed and what else says which ones');
  if (resend && isFiltered) throw usageError('--resend takes an id or --failed, not both');
  if (resend === '' && values.suspected)
    throw usageError('--resend sends nothing that is suspected; --release ID does');
  if (values.release !== undefined && isFiltered)
    throw usageError('--release takes an id, and nothing that says which ones');
  if (resend !== undefined && values.release !== undefined)
    throw usageError('--resend and --release exclude each other');
  if (values.to !== undefined && !isMailAddress(values.to))
    throw usageError(`--to takes one mail address, not ${JSON.stringify(values.to)}`);
  if (values.to !== undefined && resend === undefined && values.release === undefined)
    throw usageError('--to belongs to --resend or --release');
  const { help, json, jsonl = lines, release, to } = values;
  const person = personOf(values);
  if (Object.keys(person).length > 0 && (isFiltered || [resend, release, to, json, jsonl].some(isGiven)))
    throw usageError('--erase and --export take an address, and nothing else');
  if (json && jsonl) throw usageError('--json and --jsonl exclude each other');
  return {
    ...(help && { help }),
    ...(json && { json }),
    ...(jsonl && { jsonl }),
    ...(release !== undefined && { release }),
    ...(to !== undefined && { to }),
    ...person,
    ...(resend !== undefined && { resend: resend || 'all' }),
    filter: filterOf(values, now),
  };
}

type Given = Partial<Record<'search' | 'since' | 'until' | 'type' | 'office' | 'site' | 'state', string>> & {
  readonly failed?: boolean;
  readonly suspected?: boolean;
};

function filterOf({ search, type, office, site, state, ...given }: Given, now: number): EnquiryFilter {
  const [from, until] = [timeOf(given, 'since', now)?.from, timeOf(given, 'until', now)?.until];
  if (from !== undefined && until !== undefined && from >= until)
    throw usageError('--until lies before --since: no time is between them');
  const mail: readonly MailState[] = [
    ...(given.failed ? (['failed', 'no-recipient'] as const) : []),
    ...(given.suspected ? (['suspected'] as const) : []),
  ];
  return {
    ...(search !== undefined && { search: searchOf(search) }),
    ...(type !== undefined && { type }),
    ...(office !== undefined && { office }),
    ...(site !== undefined && { site: site.toLowerCase() }),
    ...(state !== undefined && { handling: handlingOf(state) }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(mail.length > 0 && { mail }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

/** Whose data is asked for, and what for. */
function personOf({
  erase,
  export: exported,
  yes,
}: Pick<EnquiryArguments, 'erase' | 'export' | 'yes'>): Pick<EnquiryArguments, 'erase' | 'export' | 'yes'> {
  if (erase !== undefined && exported !== undefined)
    throw usageError('--erase and --export exclude each other');
  if (yes && erase === undefined) throw usageError('--yes belongs to --erase');
  for (const [name, address] of Object.entries({ erase, export: exported }))
    if (address !== undefined && !isMailAddress(address))
      throw usageError(`--${name} takes one mail address, not ${JSON.stringify(address)}`);
  return {
    ...(erase !== undefined && { erase }),
    ...(exported !== undefined && { export: exported }),
    ...(yes && { yes }),
  };
}

function searchOf(search: string): string {
  const { longestSearch } = serverSettings.desk;
  if (!/[\p{L}\p{N}]/u.test(search)) throw usageError('--search takes at least one word');
  if (search.length > longestSearch) throw usageError(`--search takes at most ${longestSearch} characters`);
  return search;
}

function handlingOf(text: string): HandlingState {
  const state = (['new', 'in-hand', 'answered'] as const).find((one) => one === text);
  if (state === undefined)
    throw usageError(`--state takes new, in-hand or answered, not ${JSON.stringify(text)}`);
  return state;
}

function timeOf(given: Given, name: 'since' | 'until', now: number): GivenTime | undefined {
  const text = given[name];
  const time = text === undefined ? undefined : givenTime(text, now);
  if (text !== undefined && time === undefined)
    throw usageError(`--${name} takes ${timesTaken}, not ${JSON.stringify(text)}`);
  return time;
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      jsonl: { type: 'boolean' },
      'json-lines': { type: 'boolean' },
      search: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      type: { type: 'string' },
      office: { type: 'string' },
      site: { type: 'string' },
      state: { type: 'string' },
      failed: { type: 'boolean' },
      suspected: { type: 'boolean' },
      resend: { type: 'string' },
      release: { type: 'string' },
      to: { type: 'string' },
      erase: { type: 'string' },
      export: { type: 'string' },
      yes: { type: 'boolean' },
    } as const;
    return parseArgs({ args: args.map(withValue), options, allowPositionals: false }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

/** `--resend` may stand alone, which no option of `parseArgs` that takes a value can. */
function withValue(arg: string, at: number, args: readonly string[]): string {
  const isAlone = args[at + 1] === undefined || args[at + 1]?.startsWith('--');
  return arg === '--resend' && isAlone ? '--resend=' : arg;
}

function usageError(message: string): UsageError {
  return new UsageError(`${message}\n\n${enquiriesUsage}`);
}
