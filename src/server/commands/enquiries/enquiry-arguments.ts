import type { HandlingState } from '../../../api/inbox.ts';
import type { CommandArguments } from '../../../command/command.ts';
import { UsageError } from '../../../command/io.ts';
import { allHandlingStates, parseComment } from '../../inbox/handling.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { isMailAddress } from '../../platform/config/variables.ts';
import { readPresetFilters } from '../../preset/command-options.ts';
import type { MailState } from '../../store/records/enquiry-record.ts';
import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';
import { deliveryStates, type EnquiryOption } from './enquiry-options.ts';
import { acceptedTimeFormats, type GivenTimeRange, parseGivenTime } from './enquiry-times.ts';

/**
 * Returns the value of an option without surrounding spaces.
 * @throws UsageError if it is absent or empty.
 */
export function readId(given: CommandArguments, action: EnquiryOption): string {
  const id = given.text(action)?.trim() ?? '';
  if (id === '') throw new UsageError(`--${action} needs an id or a reference`);
  return id;
}

/**
 * Returns the value of an option unchanged; undefined if it is absent.
 * @throws UsageError if it is not one mail address.
 */
export function readAddress(given: CommandArguments, name: EnquiryOption): string | undefined {
  const text = given.text(name);
  if (text !== undefined && !isMailAddress(text))
    throw new UsageError(`--${name} must be one mail address, not ${JSON.stringify(text)}`);
  return text;
}

/**
 * Returns the comment in `--text` without surrounding spaces.
 * @throws UsageError if it is absent, empty or too long.
 */
export function readComment(given: CommandArguments): string {
  const comment = parseComment(given.text('text'), serverSettings.desk.longestNote);
  if (!comment.ok) throw new UsageError(`--text: ${comment.message}`);
  return comment.text;
}

/**
 * Returns the filter in the options, with names as they were typed; empty without filter options.
 * @throws UsageError if a value is invalid, or `--until` is not after `--since`.
 */
export function readFilterOptions(given: CommandArguments): EnquiryFilter {
  const now = Date.now();
  const [from, until] = [readTime(given, 'since', now)?.from, readTime(given, 'until', now)?.until];
  if (from !== undefined && until !== undefined && from >= until)
    throw new UsageError('--until is before --since: there is no time between them');
  const [type, assignee] = [given.text('type'), given.text('held-by')];
  const campaign = given.text('campaign');
  const [search, site, handling] = [readSearch(given), given.text('site'), readHandlingState(given, 'state')];
  const mail = readMailStates(given);
  const overdueMs = serverSettings.desk.unansweredHours * hourMs;
  return {
    ...(search !== undefined && { search }),
    ...(type !== undefined && { type }),
    ...readPresetFilters(given),
    ...(site !== undefined && { site: site.toLowerCase() }),
    ...(campaign !== undefined && { campaign }),
    ...(handling !== undefined && { handling }),
    ...(given.flag('overdue') && { unansweredSince: now - overdueMs }),
    ...(assignee !== undefined && { assignee }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(mail.length > 0 && { mail }),
  };
}

const hourMs = 3_600_000;

/** Returns the handling state in an option; undefined if it is absent. */
export function readHandlingState(given: CommandArguments, name: 'state' | 'as'): HandlingState | undefined {
  return allHandlingStates.find((one) => one === given.text(name));
}

/**
 * Returns the mail states to list: the value of `--delivery`, or those of the flags; empty for all states.
 * `--failed` includes enquiries without a recipient.
 * @throws UsageError if `--delivery` is given with a flag.
 */
function readMailStates(given: CommandArguments): readonly MailState[] {
  const delivery = deliveryStates.find((one) => one === given.text('delivery'));
  const flagged: readonly MailState[] = [
    ...(given.flag('failed') ? (['failed', 'no-recipient'] as const) : []),
    ...(given.flag('suspected') ? (['suspected'] as const) : []),
  ];
  if (delivery === undefined) return flagged;
  if (flagged.length > 0) throw new UsageError('--delivery and --failed or --suspected exclude each other');
  return [delivery];
}

/**
 * Returns the text of `--search` unchanged; undefined if it is absent.
 * @throws UsageError if it has no letter or digit, or is too long.
 */
function readSearch(given: CommandArguments): string | undefined {
  const search = given.text('search');
  const { longestSearch } = serverSettings.desk;
  if (search === undefined) return undefined;
  if (!/[\p{L}\p{N}]/u.test(search)) throw new UsageError('--search needs at least one word');
  if (search.length > longestSearch)
    throw new UsageError(`--search can have at most ${longestSearch} characters`);
  return search;
}

/**
 * Returns the time range of an option; undefined if the option is absent.
 * @throws UsageError if the value is invalid.
 */
function readTime(given: CommandArguments, name: 'since' | 'until', now: number): GivenTimeRange | undefined {
  const text = given.text(name);
  const time = text === undefined ? undefined : parseGivenTime(text, now);
  if (text !== undefined && time === undefined)
    throw new UsageError(`--${name} must be ${acceptedTimeFormats}, not ${JSON.stringify(text)}`);
  return time;
}
