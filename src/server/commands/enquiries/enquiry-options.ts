import type { CommandOptions } from '../../../command/command.ts';
import { allHandlingStates } from '../../inbox/handling.ts';
import { forwardUsage, presetFilters } from '../../preset/command-options.ts';
import type { MailState } from '../../store/records/enquiry-record.ts';
import { acceptedTimeFormats } from './enquiry-times.ts';

/** The states of a mail that `--delivery` lists; `--suspected` lists the other one. */
export const deliveryStates = [
  'waiting',
  'sent',
  'failed',
  'no-recipient',
] as const satisfies readonly MailState[];

export const enquiryFormats = {
  json: {
    description:
      'Print a JSON array, for programs; also with --show, --retention, --destinations and --figures.',
  },
  jsonl: { description: 'Print one JSON object per line. The audit log records neither.' },
  'json-lines': { description: 'The same as --jsonl.' },
  csv: {
    description:
      'Print CSV for spreadsheets, with a column for each field; recorded in the audit log. Also with --figures.',
  },
} as const satisfies CommandOptions;

export const enquiryFilters = {
  search: {
    value: 'WORDS',
    description:
      'Contains all words, or words that start with them (three letters or more), ignoring case and accents.',
  },
  since: { value: 'TIME', description: `Received at or after: ${acceptedTimeFormats}.` },
  until: { value: 'TIME', description: 'Received before; a day is included.' },
  type: { value: 'TYPE', description: 'An enquiry type: its key, name or id.' },
  ...presetFilters,
  site: { value: 'DOMAIN', description: 'A site.' },
  campaign: { value: 'CAMPAIGN', description: 'A campaign: its name (utm_campaign), else its source.' },
  state: { value: 'STATE', choices: allHandlingStates, description: 'Its state.' },
  overdue: { description: 'Not answered in time, as the inbox of the studio decides.' },
  'held-by': {
    value: 'PERSON',
    description: 'The person it is assigned to: a name in the studio, or an id.',
  },
  delivery: { value: 'STATE', choices: deliveryStates, description: 'The state of its mail.' },
  failed: { description: 'Its mail was permanently refused, or has no recipient.' },
  suspected: { description: 'Suspected spam, which is not sent.' },
} as const satisfies CommandOptions;

export const singleEnquiryActions = {
  show: { value: 'ID', description: 'Shows answers, mail, notes and history.' },
  resend: {
    value: '[ID]',
    description:
      'Sends its mail again, to the current address in the content, or to another one (--to). Without ID, with --failed, with or without filters: sends mails again that failed or had no recipient.',
  },
  redeliver: {
    value: 'ID',
    description: 'Delivers it again to the destinations of its rules, or to one of them (--destination).',
  },
  release: {
    value: 'ID',
    description: 'Sends the mail of suspected spam, to its address or another (--to).',
  },
  forward: { value: 'ID', description: forwardUsage.description },
  handle: { value: 'ID', description: 'Sets its state (--as).' },
  assign: { value: 'ID', description: 'Assigns it to a person who has access to it (--to).' },
  note: { value: 'ID', description: 'Adds a note to its history (--text).' },
  delete: { value: 'ID', description: 'Deletes suspected spam permanently.' },
  erase: {
    value: 'ID',
    description: 'Erases any enquiry permanently. With a mail address instead of ID, erases all its data.',
  },
} as const satisfies CommandOptions;

export const otherEnquiryActions = {
  export: {
    value: 'ADDRESS',
    description: 'Writes all data of a mail address, a ZIP archive; redirect it to a file.',
  },
  retention: {
    description:
      'Shows how long data is kept, and what is deleted now and within 30 days. Previews a rule (--keep), for one type (--type), and sets it (--set).',
  },
  destinations: { description: 'Shows waiting, failed and switched-off destinations.' },
  'switch-on': {
    value: 'NAME',
    description: 'Switches a destination on again, and delivers at once what waited or failed.',
  },
  figures: {
    description: 'Shows how visitors used the forms; with --since, --until, --type and --site.',
  },
} as const satisfies CommandOptions;

export const actionDetails = {
  to: {
    value: 'TO',
    description: `A mail address for --resend and --release, ${forwardUsage.target} for --forward, a person for --assign; --assign ID --to nobody unassigns it.`,
  },
  as: { value: 'STATE', choices: allHandlingStates, description: 'The new state.' },
  text: { value: 'TEXT', description: 'The text of a note.' },
  destination: { value: 'NAME', description: 'The only destination to deliver to.' },
  keep: {
    value: 'DAYS',
    description:
      'enquiries=365,photos=90,mails=30 (parts not named are kept), for-good, or with --type as-others, which removes the rule of the type.',
  },
  set: { description: 'Set the rule: data that is then due is deleted within the hour.' },
  yes: { description: 'Confirm --delete and --erase, without a terminal.' },
} as const satisfies CommandOptions;

export type FormatOption = keyof typeof enquiryFormats;
export type FilterOption = keyof typeof enquiryFilters;
export type ActionOption = keyof typeof singleEnquiryActions | keyof typeof otherEnquiryActions;
export type EnquiryOption = FormatOption | FilterOption | ActionOption | keyof typeof actionDetails;
