import type { CommandArguments, ExitCode } from '../../../command/command.ts';
import { type Io, UsageError } from '../../../command/io.ts';
import { withStoredData } from '../stored-data.ts';
import type { EnquiriesAct, OutputFormat } from './enquiries-context.ts';
import { enquiryActions, isForAll } from './enquiry-actions.ts';
import { readFilterOptions } from './enquiry-arguments.ts';
import {
  type ActionOption,
  actionDetails,
  type EnquiryOption,
  enquiryFilters,
  enquiryFormats,
  type FilterOption,
  type FormatOption,
} from './enquiry-options.ts';

/** Lists stored enquiries, or runs one action on them. */
export async function runEnquiries(given: CommandArguments, io: Io): Promise<ExitCode> {
  const action = findAction(given);
  const act = action === undefined ? listAll : enquiryActions[action].read(given);
  const format = readFormat(given);
  const filter = readFilterOptions(given);
  const isConfirmed = given.flag('yes');
  await withStoredData(io.env, (stored) => act({ ...stored, filter, format, isConfirmed, io }));
  return 0;
}

const listAll: EnquiriesAct = async (context) => (await import('./enquiry-list.ts')).listEnquiries(context);

const actionNames = Object.keys(enquiryActions) as readonly ActionOption[];
const formatNames = Object.keys(enquiryFormats) as readonly FormatOption[];
const filterNames = Object.keys(enquiryFilters) as readonly FilterOption[];
const detailNames = Object.keys(actionDetails) as readonly (keyof typeof actionDetails)[];

/**
 * Returns the action that is asked for, after checking that every other option belongs to it. Undefined for a
 * listing.
 * @throws UsageError if there are several actions, if a required option is absent, or if an option does not
 * belong to the action.
 */
function findAction(given: CommandArguments): ActionOption | undefined {
  const [action, another] = actionNames.filter((name) => given.flag(name));
  if (another !== undefined)
    throw new UsageError(`--${action} and --${another} exclude each other: name one action at a time`);
  const needs = action && enquiryActions[action].needs;
  const permitted = action === undefined ? [...formatNames, ...filterNames] : listPermitted(action, given);
  const extra = [...formatNames, ...filterNames, ...detailNames].find(
    (name) => given.flag(name) && name !== needs?.[0] && !permitted.includes(name),
  );
  if (extra !== undefined) throw new UsageError(describeMisplacedOption(extra, action));
  if (needs !== undefined && !given.flag(needs[0]))
    throw new UsageError(`--${action} ID needs --${needs.join(' ')}`);
  return action;
}

/** Returns the options that an action permits. Filters are permitted if it is for all enquiries. */
function listPermitted(action: ActionOption, given: CommandArguments): readonly EnquiryOption[] {
  const { may = [] } = enquiryActions[action];
  return isForAll(given) ? [...may, ...filterNames] : may;
}

/**
 * Returns the message for an option that does not belong to the action or, without one, to the listing; then
 * it names the actions that permit the option.
 */
function describeMisplacedOption(extra: EnquiryOption, action: ActionOption | undefined): string {
  if (action !== undefined) return `--${extra} does not belong to --${action}`;
  const owners = actionNames.filter((name) => {
    const { needs, may = [] } = enquiryActions[name];
    return needs?.[0] === extra || may.includes(extra);
  });
  return `--${extra} belongs to ${owners.map((name) => `--${name}`).join(', ')}`;
}

/**
 * Returns the output format; undefined for the default.
 * @throws UsageError if several are given.
 */
function readFormat(given: CommandArguments): OutputFormat | undefined {
  const [format, another] = formatNames.filter((name) => given.flag(name));
  if (another !== undefined) throw new UsageError(`--${format} and --${another} exclude each other`);
  return format === 'json-lines' ? 'jsonl' : format;
}
