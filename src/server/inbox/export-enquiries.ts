import { type FieldDefinition, type Form, isUploadWidget, type Json } from '#engine';
import { csvByteOrderMark, toCsvLine } from '../platform/csv.ts';
import { toInertJson } from '../platform/log/inert-json.ts';
import { getExportedFacts, getRecordedFields, presetColumns } from '../preset/enquiries.ts';
import type { EnquiryFilter, InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { ReplyRecord } from '../store/records/reply-entry.ts';
import type { Store } from '../store/store.ts';
import { recordedParameters } from './inbox-filter.ts';
import type { InboxNames } from './inbox-names.ts';
import { toReplyJson } from './reply-json.ts';

export interface EnquiryExport {
  readonly filter: EnquiryFilter;
  readonly names: InboxNames;
  readonly form: Form;
  readonly store: Pick<Store, 'findEnquiries' | 'findReplies' | 'inboxPulse'>;
  /** Enquiries per read of the store. */
  readonly batch: number;
}

/**
 * Yields the enquiries that match the filter in batches, oldest first. A batch can be empty. Enquiries that
 * arrive during the export are not included.
 */
export async function* readBatches({
  filter,
  store,
  batch,
}: EnquiryExport): AsyncGenerator<readonly InboxEnquiry[]> {
  const { enquiry: last } = await store.inboxPulse();
  for (let after = 0; after < last; ) {
    const found = await store.findEnquiries({ filter, after, limit: batch });
    yield found.filter(({ sequence }) => sequence <= last);
    after = found.length < batch ? last : (found.at(-1)?.sequence ?? last);
  }
}

/**
 * Yields a CSV table, first its heading and then one batch of lines at a time: the facts of each enquiry, a
 * column per field of the live form, and a column `more` for fields of older versions.
 */
export async function* generateCsvExport(asked: EnquiryExport): AsyncGenerator<string> {
  const fields = listExportedFields(asked);
  const columns = listColumns(asked.names);
  const known = new Set([...fields, ...getRecordedFields(asked.names)]);
  // A field with the name of another column gets the prefix `values.`, as in the JSON.
  const taken = new Set([...columns.keys(), 'more']);
  const headings = fields.map((name) => (taken.has(name) ? `values.${name}` : name));
  yield csvByteOrderMark + toCsvLine([...columns.keys(), ...headings, 'more']);
  for await (const enquiries of readBatches(asked)) {
    const lines = enquiries.map((enquiry) => {
      const { values } = enquiry;
      const more = Object.entries(values).filter(([name, value]) => !known.has(name) && value !== null);
      return toCsvLine([
        ...[...columns.values()].map((getCell) => getCell(enquiry, asked.names)),
        ...fields.map((name) => toCell(values[name])),
        more.length === 0 ? '' : JSON.stringify(Object.fromEntries(more)),
      ]);
    });
    yield lines.join('');
  }
}

/** The columns of the facts, each with its cell of an enquiry. */
const factColumns: Readonly<Record<string, GetCell>> = {
  reference: ({ reference }) => reference,
  received: ({ receivedAt }) => receivedAt,
  type: ({ enquiryType }, names) => names.type(enquiryType).name,
  ...presetColumns,
  site: ({ domain }) => domain,
  state: ({ handling }) => handling,
  delivery: ({ mail }) => mail.state,
  assignee: ({ assignee }, names) => (assignee === undefined ? '' : names.person(assignee).name),
  page: ({ submissionUrl }) => submissionUrl,
  campaign: ({ campaign }) => campaign?.campaign ?? '',
  campaign_source: ({ campaign }) => campaign?.source ?? '',
  campaign_medium: ({ campaign }) => campaign?.medium ?? '',
  campaign_term: ({ campaign }) => campaign?.term ?? '',
  campaign_content: ({ campaign }) => campaign?.content ?? '',
  referrer: ({ visit }) => visit?.referrer ?? '',
  entry_page: ({ visit }) => visit?.entryPage ?? '',
  visitor_name: ({ visitor }) => visitor?.name ?? '',
  visitor_email: ({ visitor }) => visitor?.email ?? '',
  photos: ({ photos }) => photos.length,
};

export type GetCell = (enquiry: InboxEnquiry, names: InboxNames) => string | number;

/** Returns the columns of the facts, in the order of the table. */
export function listColumns({ hasListedFacts }: InboxNames): ReadonlyMap<string, GetCell> {
  const isShown = (name: string) => hasListedFacts || !Object.hasOwn(presetColumns, name);
  return new Map(Object.entries(factColumns).filter(([name]) => isShown(name)));
}

/**
 * Returns the names of the fields of the types that the filter allows, each once, in the order of the form;
 * without recorded fields and uploads.
 */
export function listExportedFields({
  form,
  names,
  filter: { type, within = {} },
}: EnquiryExport): readonly string[] {
  const types = form.types.filter(
    ({ id }) => (type === undefined || type === String(id)) && (within.types?.includes(String(id)) ?? true),
  );
  const recorded = getRecordedFields(names);
  /** Returns false for the fields with a column of their own. */
  const isAnswer = ({ name, widget }: FieldDefinition) => !recorded.has(name) && !isUploadWidget(widget);
  return [...new Set(types.flatMap(({ fields }) => fields.filter(isAnswer).map(({ name }) => name)))];
}

/** Returns the cell of a value: empty for null or an absent value, JSON for objects and lists. */
export function toCell(value: Json | undefined): string | number {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Yields a JSON array, one enquiry per line, with the names of ids; `[]` if there is none. */
export async function* generateJsonExport(asked: EnquiryExport): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const enquiries of readBatches(asked)) {
    if (enquiries.length === 0) continue;
    const replies = await asked.store.findReplies(enquiries.map(({ id }) => id));
    const exported = enquiries.map((enquiry) => {
      const theirs = replies.filter(({ enquiryId }) => enquiryId === enquiry.id);
      return toInertJson(toExportedEnquiry(enquiry, asked.names, theirs));
    });
    yield separator + exported.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Converts an enquiry to its object in the JSON. Photos are only counted. */
function toExportedEnquiry(enquiry: InboxEnquiry, names: InboxNames, replies: readonly ReplyRecord[]) {
  const { id, reference, receivedAt, domain, submissionUrl, handling, assignee, mail } = enquiry;
  return {
    id,
    reference,
    receivedAt,
    type: names.type(enquiry.enquiryType),
    ...getExportedFacts(enquiry, names),
    site: domain,
    page: submissionUrl,
    ...(enquiry.campaign && { campaign: enquiry.campaign }),
    ...(enquiry.visit && { visit: enquiry.visit }),
    state: handling,
    delivery: mail.state,
    ...(assignee !== undefined && { assignee: names.person(assignee) }),
    ...(enquiry.version !== undefined && { version: enquiry.version }),
    ...(enquiry.visitor && { visitor: enquiry.visitor }),
    values: enquiry.values,
    ...(replies.length > 0 && { replies: replies.map(toReplyJson) }),
    photos: enquiry.photos.length,
  };
}

/**
 * Returns the parameters of a filter for the audit log, at most 100 characters of each. Empty and unknown
 * ones are left out. The search text is replaced by `true`, because it may be a person's name.
 */
export function summarizeFilter(
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | boolean>> {
  const pairs = recordedParameters.flatMap((name) =>
    query[name] ? [[name, String(query[name]).slice(0, 100)]] : [],
  );
  return {
    ...Object.fromEntries(pairs),
    ...(query.search ? { search: true } : {}),
    ...(query.only ? { only: true } : {}),
  };
}
