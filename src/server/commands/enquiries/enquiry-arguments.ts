import { parseArgs } from 'node:util';
import type { HandlingState } from '../../../api/inbox.ts';
import { allHandlingStates, isHandlingState, parseComment } from '../../inbox/handling.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { isMailAddress } from '../../platform/config/variables.ts';
import type { MailState } from '../../store/enquiry-record.ts';
import type { EnquiryFilter } from '../../store/inbox-entry.ts';
import { acceptedTimeFormats, type GivenTimeRange, parseGivenTime } from './enquiry-times.ts';
import { createUsageError } from './enquiry-usage.ts';

/** An output format other than the default, a table. */
export type OutputFormat = 'json' | 'jsonl' | 'csv';

/**
 * An action that replaces the listing. `id` is an id or a reference; offices and people are as typed: a name
 * or an id.
 */
export type EnquiryAct =
  | { readonly kind: 'show' | 'delete' | 'erase'; readonly id: string }
  /** Without an id, all enquiries that match the filter. */
  | { readonly kind: 'resend'; readonly id?: string; readonly to?: string }
  /** Without a destination, all destinations of the enquiry. */
  | { readonly kind: 'redeliver'; readonly id: string; readonly destination?: string }
  | { readonly kind: 'switch-on'; readonly destination: string }
  | { readonly kind: 'release'; readonly id: string; readonly to?: string }
  | { readonly kind: 'forward' | 'assign'; readonly id: string; readonly to: string }
  | { readonly kind: 'handle'; readonly id: string; readonly as: HandlingState }
  | { readonly kind: 'note'; readonly id: string; readonly text: string }
  | { readonly kind: 'export' | 'erase-person'; readonly email: string }
  /** `keep` is the proposed rule as typed, which is stored only if `isSet`; absent: the rules are shown. */
  | { readonly kind: 'retention'; readonly keep?: string; readonly isSet: boolean }
  | { readonly kind: 'figures' }
  | { readonly kind: 'destinations' };

/** The parsed command line. */
export interface EnquiryArguments {
  /** True if `--help` is given; absent otherwise. */
  readonly help?: boolean;
  /** Absent: a table or text. */
  readonly format?: OutputFormat;
  /** The filter; empty for all enquiries. Type, office and assignee are as typed: a name, a key or an id. */
  readonly filter: EnquiryFilter;
  /** Absent: the enquiries that match the filter are listed. */
  readonly act?: EnquiryAct;
  /** True if `--yes` skips the question for confirmation. */
  readonly isConfirmed: boolean;
}

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  'json-lines': { type: 'boolean' },
  csv: { type: 'boolean' },
  search: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  type: { type: 'string' },
  office: { type: 'string' },
  site: { type: 'string' },
  state: { type: 'string' },
  'held-by': { type: 'string' },
  delivery: { type: 'string' },
  failed: { type: 'boolean' },
  suspected: { type: 'boolean' },
  show: { type: 'string' },
  resend: { type: 'string' },
  release: { type: 'string' },
  forward: { type: 'string' },
  handle: { type: 'string' },
  assign: { type: 'string' },
  note: { type: 'string' },
  delete: { type: 'string' },
  export: { type: 'string' },
  erase: { type: 'string' },
  retention: { type: 'boolean' },
  figures: { type: 'boolean' },
  redeliver: { type: 'string' },
  destination: { type: 'string' },
  destinations: { type: 'boolean' },
  'switch-on': { type: 'string' },
  to: { type: 'string' },
  as: { type: 'string' },
  text: { type: 'string' },
  keep: { type: 'string' },
  set: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

type OptionName = keyof typeof options;
type GivenOptions = ReturnType<typeof parseOptions>;

const formats = ['json', 'jsonl', 'json-lines', 'csv'] as const satisfies readonly OptionName[];
const times = ['since', 'until'] as const satisfies readonly OptionName[];
const filters = [
  ...times,
  'search',
  'type',
  'office',
  'site',
  'state',
  'held-by',
  'delivery',
  'failed',
  'suspected',
] satisfies readonly OptionName[];

/**
 * Each action with the option that it requires (`needs`) beside its own, the text of that option in messages
 * (`shown`), and the options that it allows (`may`).
 */
const actions = {
  show: { may: ['json'] },
  resend: { may: ['to'] },
  redeliver: { may: ['destination'] },
  'switch-on': {},
  destinations: { may: ['json'] },
  release: { may: ['to'] },
  forward: { needs: 'to', shown: '--to OFFICE' },
  handle: { needs: 'as', shown: '--as STATE' },
  assign: { needs: 'to', shown: '--to PERSON' },
  note: { needs: 'text', shown: '--text TEXT' },
  delete: { may: ['yes'] },
  export: {},
  erase: { may: ['yes'] },
  retention: { may: ['type', 'keep', 'set', 'json'] },
  figures: { may: [...times, 'type', 'site', 'json', 'csv'] },
} as const satisfies Partial<Record<OptionName, ActionOptions>>;

type ActionOptions = {
  readonly needs?: OptionName;
  readonly shown?: string;
  readonly may?: readonly OptionName[];
};
type ActionName = keyof typeof actions;

/**
 * Parses and validates the command line.
 * @param now Milliseconds since 1970, from which relative times are counted.
 * @throws EnquiriesUsageError if it is invalid.
 */
export function readEnquiryArguments(args: readonly string[], now = Date.now()): EnquiryArguments {
  const given = parseOptions(args);
  const action = findAction(given);
  const act = action && toEnquiryAct(action, given);
  const asked = formats.filter((name) => given[name]);
  if (asked.length > 1) throw createUsageError(`--${asked.join(' and --')} exclude each other`);
  const [format] = asked;
  return {
    ...(given.help && { help: true }),
    ...(format && { format: format === 'json-lines' ? 'jsonl' : format }),
    ...(act && { act }),
    isConfirmed: given.yes === true,
    filter: readFilter(given, now),
  };
}

/**
 * Returns the action that is asked for, after checking that every other option belongs to it. Undefined for a
 * listing.
 * @throws EnquiriesUsageError if there are several actions, or an option that does not belong to the action.
 */
function findAction(given: GivenOptions): ActionName | undefined {
  const asked = (Object.keys(actions) as ActionName[]).filter((name) => given[name] !== undefined);
  const [action, another] = asked;
  if (another !== undefined)
    throw createUsageError(`--${action} and --${another} exclude each other: name one action at a time`);
  const { needs, may = [] }: ActionOptions =
    action === undefined ? { may: [...formats, ...filters] } : actions[action];
  const isAll = action === 'resend' && given.resend === '';
  const taken: readonly OptionName[] = ['help', ...may, ...(isAll ? filters : []), ...(needs ? [needs] : [])];
  const extra = (Object.keys(given) as OptionName[]).find((name) => name !== action && !taken.includes(name));
  if (extra !== undefined) throw createUsageError(formatMisplacedOption(extra, action));
  return action;
}

/**
 * Returns the message for an option that does not belong to the action or, without one, to the listing; then
 * it names the actions that allow the option.
 */
function formatMisplacedOption(extra: OptionName, action: ActionName | undefined): string {
  if (action !== undefined) return `--${extra} does not belong to --${action}`;
  const owners = (Object.keys(actions) as ActionName[]).filter((name) => {
    const { needs, may = [] }: ActionOptions = actions[name];
    return needs === extra || may.includes(extra);
  });
  return `--${extra} belongs to ${owners.map((name) => `--${name}`).join(', ')}`;
}

/**
 * Returns the act for the options of an action. An `--erase` with a mail address erases a person's data,
 * otherwise one enquiry.
 * @throws EnquiriesUsageError if a required option is absent or a value is invalid.
 */
function toEnquiryAct(action: ActionName, given: GivenOptions): EnquiryAct {
  const { needs, shown }: ActionOptions = actions[action];
  if (needs !== undefined && given[needs] === undefined)
    throw createUsageError(`--${action} ID needs ${shown}`);
  const { to = '' } = given;
  switch (action) {
    case 'show':
    case 'delete':
      return { kind: action, id: readId(given, action) };
    case 'resend':
      return { kind: action, ...readResentId(given), ...readRecipient(given.to) };
    case 'redeliver':
      return {
        kind: action,
        id: readId(given, action),
        ...(given.destination !== undefined && { destination: given.destination }),
      };
    case 'switch-on':
      return { kind: action, destination: given['switch-on'] ?? '' };
    case 'release':
      return { kind: action, id: readId(given, action), ...readRecipient(given.to) };
    case 'forward':
    case 'assign':
      return { kind: action, id: readId(given, action), to };
    case 'handle':
      return { kind: action, id: readId(given, action), as: readHandlingState('as', given.as ?? '') };
    case 'note':
      return { kind: action, id: readId(given, action), text: readComment(given.text) };
    case 'export':
      return { kind: action, email: readEmail('export', given.export ?? '') };
    case 'erase':
      return given.erase?.includes('@')
        ? { kind: 'erase-person', email: readEmail('erase', given.erase) }
        : { kind: action, id: readId(given, action) };
    case 'retention':
      if (given.keep === undefined && (given.set || given.type !== undefined))
        throw createUsageError(
          `--${given.set ? 'set' : 'type'} needs --keep DAYS as well: how long to keep it`,
        );
      return {
        kind: action,
        isSet: given.set === true,
        ...(given.keep !== undefined && { keep: given.keep }),
      };
    case 'figures':
    case 'destinations':
      return { kind: action };
  }
}

/**
 * Returns the value of the action's own option without surrounding spaces.
 * @throws EnquiriesUsageError if it is empty.
 */
function readId(
  given: GivenOptions,
  action: Exclude<ActionName, 'retention' | 'figures' | 'destinations'>,
): string {
  const id = given[action]?.trim() ?? '';
  if (id === '') throw createUsageError(`--${action} needs an id or a reference`);
  return id;
}

/**
 * Returns the id of `--resend ID`. A `--resend` without a value must be limited by `--failed`, and returns no
 * id: it applies to all enquiries that match the filter.
 * @throws EnquiriesUsageError without an id if `--failed` is absent or `--suspected` is given.
 */
function readResentId(given: GivenOptions): { readonly id?: string } {
  if (given.resend !== '') return { id: readId(given, 'resend') };
  if (given.suspected) throw createUsageError('--resend does not send suspected spam; --release ID does');
  if (!given.failed)
    throw createUsageError('--resend needs an id or a reference, or --failed with optional filters');
  return {};
}

/**
 * Returns the mail address of `--to`; an empty object if it is absent.
 * @throws EnquiriesUsageError if it is not one mail address.
 */
function readRecipient(to: string | undefined): { readonly to?: string } {
  return to === undefined ? {} : { to: readEmail('to', to) };
}

/**
 * Returns the value of an option unchanged.
 * @throws EnquiriesUsageError if it is not one mail address.
 */
function readEmail(name: OptionName, text: string): string {
  if (!isMailAddress(text))
    throw createUsageError(`--${name} must be one mail address, not ${JSON.stringify(text)}`);
  return text;
}

/**
 * Returns the comment in `--text` without surrounding spaces.
 * @throws EnquiriesUsageError if it is absent, empty or too long.
 */
function readComment(text: string | undefined): string {
  const note = parseComment(text, serverSettings.desk.longestNote);
  if (!note.ok) throw createUsageError(`--text: ${note.message}`);
  return note.text;
}

/**
 * Returns the filter in the options, with names as they were typed; empty without filter options.
 * @throws EnquiriesUsageError if a value is invalid, or `--until` is not after `--since`.
 */
function readFilter(given: GivenOptions, now: number): EnquiryFilter {
  const { search, type, office, site, state, 'held-by': assignee } = given;
  const [from, until] = [readTime(given, 'since', now)?.from, readTime(given, 'until', now)?.until];
  if (from !== undefined && until !== undefined && from >= until)
    throw createUsageError('--until is before --since: there is no time between them');
  const mail = readMailStates(given);
  return {
    ...(search !== undefined && { search: readSearch(search) }),
    ...(type !== undefined && { type }),
    ...(office !== undefined && { office }),
    ...(site !== undefined && { site: site.toLowerCase() }),
    ...(state !== undefined && { handling: readHandlingState('state', state) }),
    ...(assignee !== undefined && { assignee }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(mail.length > 0 && { mail }),
  };
}

const deliveries = ['waiting', 'sent', 'failed', 'no-recipient'] as const satisfies readonly MailState[];

/**
 * Returns the mail states to list: the value of `--delivery`, or those of the flags; empty for all states.
 * `--failed` includes enquiries without a recipient.
 * @throws EnquiriesUsageError if `--delivery` is invalid, or given with a flag.
 */
function readMailStates({ delivery, failed, suspected }: GivenOptions): readonly MailState[] {
  if (delivery === undefined)
    return [
      ...(failed ? (['failed', 'no-recipient'] as const) : []),
      ...(suspected ? (['suspected'] as const) : []),
    ];
  if (failed || suspected)
    throw createUsageError('--delivery and --failed or --suspected exclude each other');
  const state = deliveries.find((one) => one === delivery);
  if (state === undefined)
    throw createUsageError(
      `--delivery must be one of ${deliveries.join(', ')}, not ${JSON.stringify(delivery)}`,
    );
  return [state];
}

/**
 * Returns the text of `--search` unchanged.
 * @throws EnquiriesUsageError if it has no letter or digit, or is too long.
 */
function readSearch(search: string): string {
  const { longestSearch } = serverSettings.desk;
  if (!/[\p{L}\p{N}]/u.test(search)) throw createUsageError('--search needs at least one word');
  if (search.length > longestSearch)
    throw createUsageError(`--search can have at most ${longestSearch} characters`);
  return search;
}

/**
 * Returns the handling state in an option.
 * @throws EnquiriesUsageError if there is no such state.
 */
function readHandlingState(name: 'state' | 'as', text: string): HandlingState {
  if (isHandlingState(text)) return text;
  throw createUsageError(
    `--${name} must be one of ${allHandlingStates.join(', ')}, not ${JSON.stringify(text)}`,
  );
}

/**
 * Returns the time range of an option; undefined if the option is absent.
 * @throws EnquiriesUsageError if the value is invalid.
 */
function readTime(
  given: GivenOptions,
  name: (typeof times)[number],
  now: number,
): GivenTimeRange | undefined {
  const text = given[name];
  const time = text === undefined ? undefined : parseGivenTime(text, now);
  if (text !== undefined && time === undefined)
    throw createUsageError(`--${name} must be ${acceptedTimeFormats}, not ${JSON.stringify(text)}`);
  return time;
}

/**
 * Returns the given options by name; absent ones are missing.
 * @throws EnquiriesUsageError if an option is unknown or lacks its value, or an argument is no option.
 */
function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: args.map(completeResendOption), options, allowPositionals: false }).values;
  } catch (error) {
    throw createUsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns `--resend=` for a `--resend` without a value, because `parseArgs` refuses an option of type
 * `string` without a value. Returns other arguments unchanged.
 */
function completeResendOption(arg: string, at: number, args: readonly string[]): string {
  const isAlone = args[at + 1] === undefined || args[at + 1]?.startsWith('--');
  return arg === '--resend' && isAlone ? '--resend=' : arg;
}
