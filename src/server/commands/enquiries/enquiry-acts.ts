import { createAudit } from '../../admin/people/audit.ts';
import { createEnquiryActions, toActionRequest } from '../../inbox/enquiry-actions.ts';
import { StartError } from '../../platform/config/config.ts';
import type { InboxEnquiry } from '../../store/inbox-entry.ts';
import type { ReleaseOutcome, ResendOutcome, Store } from '../../store/store.ts';
import type { EnquiryAct } from './enquiry-arguments.ts';
import { findIdsByName, requireSingleId } from './enquiry-ids-by-name.ts';
import { commandLineAuthor } from './enquiry-usage.ts';

/** The store, undefined without a database, and the content folder; absent: the shipped content. */
export interface ActOptions {
  readonly store: Store | undefined;
  readonly contentFolder: string | undefined;
}

/** The outcome for one enquiry. */
export interface QueuedLine {
  /** False if no mail was queued; `line` says why. */
  readonly isQueued: boolean;
  /** The sentence to print, without a line break. */
  readonly line: string;
}

/** Options for queueing mails. Without `to` a mail goes to the recipient that the content names today. */
export interface QueueOptions extends ActOptions {
  readonly kind: 'resend' | 'release';
  readonly to: string | undefined;
}

/**
 * Queues the mails of enquiries: again, or for the first time for a suspected enquiry that is released.
 * Returns a line for each id, in the same order, also for those whose mail cannot be queued. Without a store
 * each id is unknown.
 * @throws StartError if the content cannot be read.
 */
export async function queueMails(
  ids: readonly string[],
  { kind, to, ...options }: QueueOptions,
): Promise<readonly QueuedLine[]> {
  const { store } = options;
  const outcomes: QueuedLine[] = [];
  if (store === undefined) return ids.map((id) => toQueuedLine(id, kind, { kind: 'unknown' }));
  const acts = createCommandLineActions(store, options);
  for (const id of ids) {
    const enquiry = (await store.enquiryDetails(id))?.enquiry;
    outcomes.push(
      toQueuedLine(
        id,
        kind,
        enquiry ? await acts[kind](enquiry, commandLineAuthor, to) : { kind: 'unknown' },
      ),
    );
  }
  return outcomes;
}

/** An action that changes the office, assignee, state or history of one enquiry. */
export type SingleEnquiryAct = Extract<
  EnquiryAct,
  { readonly kind: 'forward' | 'assign' | 'handle' | 'note' }
>;

/**
 * Runs an action on one enquiry, which changes the store, and returns the line to print.
 * @throws StartError if it is not possible, for example without a store; EnquiriesUsageError if an office or
 * a person is unknown or ambiguous.
 */
export async function runEnquiryAct(act: SingleEnquiryAct, options: ActOptions): Promise<string> {
  const { id } = act;
  const { store } = options;
  const enquiry = (await store?.enquiryDetails(id))?.enquiry;
  if (store === undefined || enquiry === undefined)
    throw createActError(`${actPhrases[act.kind]} ${JSON.stringify(id)}`, reasons.unknown);
  const { reference } = enquiry;
  const done = toActionRequest(enquiry, commandLineAuthor, Date.now());
  switch (act.kind) {
    case 'note':
      await store.commentOnEnquiry({ ...done, text: act.text });
      return `Added a note to ${reference}.`;
    case 'handle':
      await store.handleEnquiry({ ...done, handling: act.as });
      return `${reference} is ${act.as} now.`;
    case 'assign': {
      const assignee =
        act.to.toLowerCase() === 'nobody' ? null : await findAssignee(act.to, enquiry, { ...options, store });
      await store.handleEnquiry({ ...done, assignee });
      return `${reference} is assigned to ${assignee?.name ?? 'nobody'} now.`;
    }
    case 'forward':
      return forwardEnquiry(act.to, enquiry, { ...options, store });
  }
}

const actPhrases = { note: 'add a note to', handle: 'handle', assign: 'assign', forward: 'forward' };

interface OpenOptions extends ActOptions {
  readonly store: Store;
}

/**
 * Forwards an enquiry to the office with a name or id, queues its mail, and returns the line to print.
 * @throws StartError if that is not possible, EnquiriesUsageError if the office is unknown or ambiguous.
 */
async function forwardEnquiry(to: string, enquiry: InboxEnquiry, options: OpenOptions): Promise<string> {
  const { store, contentFolder } = options;
  const { readNames } = await import('./enquiry-names.ts');
  const names = await readNames(store, contentFolder);
  const quotedOffice = JSON.stringify(to);
  const office = requireSingleId(to, names.findOfficeIds(to), `No office has the name or id ${quotedOffice}`);
  const officeLabel = [office, names.office(office)].join(' ').trimEnd();
  const outcome = await createCommandLineActions(store, options).forward(enquiry, office, commandLineAuthor);
  if (outcome.kind === 'queued')
    return `Forwarded ${outcome.reference} to office ${officeLabel}, and queued its mail to ${outcome.to}; a running server sends it at once.`;
  const why = outcome.kind === 'no-recipient' ? `office ${officeLabel} has no mail address` : undefined;
  throw createActError(
    `forward ${enquiry.reference} to ${quotedOffice}`,
    why ?? (outcome.kind === 'no-office' ? 'there is no such office' : reasons[outcome.kind]),
  );
}

/**
 * Returns the id and the name of the person with a name or id, who must have access to the enquiry.
 * @throws StartError without access, EnquiriesUsageError if the person is unknown or ambiguous.
 */
async function findAssignee(nameOrId: string, enquiry: InboxEnquiry, options: OpenOptions) {
  const { store } = options;
  const people = await store.people();
  const id = requireSingleId(
    nameOrId,
    findIdsByName(people, nameOrId, ({ id, name }) => [id, name]),
    `No person has the name or id ${JSON.stringify(nameOrId)}; there are ${people.map(({ name }) => name).join(', ') || 'no people in the studio yet'}`,
  );
  const person = await store.person({ id });
  if (person && (await createCommandLineActions(store, options).canHandle(person, enquiry)))
    return { id, name: person.name };
  throw createActError(
    `assign ${enquiry.reference} to ${JSON.stringify(nameOrId)}`,
    'this person has no access to enquiries of this type and site; an owner can give it, under People in the studio',
  );
}

/**
 * Creates the actions that the studio uses too. The content is read once, on first use; the form at each use.
 */
function createCommandLineActions(store: Store, { contentFolder }: Pick<ActOptions, 'contentFolder'>) {
  /** Loads the module when it is first needed, because it compiles the form. */
  const importLoader = () => import('../../app/load-live.ts');
  /** Reads the content folder. */
  const readContent = async () => (await importLoader()).loadCurrentContent(contentFolder);
  let content: ReturnType<typeof readContent> | undefined;
  return createEnquiryActions({
    store,
    audit: createAudit({ store, now: Date.now }),
    now: Date.now,
    form: async () => (await importLoader()).loadLiveForm(store),
    content: () => (content ??= readContent()),
  });
}

/**
 * Returns the sentence for an outcome: what was queued for whom, or why nothing was. An enquiry without a
 * recipient can be released and yet not queued.
 */
function toQueuedLine(
  id: string,
  kind: 'resend' | 'release',
  outcome: ResendOutcome | ReleaseOutcome,
): QueuedLine {
  const isQueued = outcome.kind === 'queued';
  if (isQueued)
    return {
      isQueued,
      line: `Queued the mail of ${outcome.reference} to ${outcome.to}; a running server sends it at once.`,
    };
  const action = kind === 'resend' ? `send ${JSON.stringify(id)} again` : `release ${JSON.stringify(id)}`;
  const isReleased = kind === 'release' && outcome.kind === 'no-recipient';
  const line = isReleased
    ? `Released ${JSON.stringify(id)}, but did not send it: ${reasons['no-recipient']} and --resend`
    : `Cannot ${action}: ${reasons[outcome.kind]}`;
  return { isQueued, line };
}

/** Returns an error with the message "Cannot (action): (reason)". */
function createActError(action: string, reason: string): StartError {
  return new StartError([`Cannot ${action}: ${reason}`]);
}

const reasons: Readonly<Record<Exclude<(ResendOutcome | ReleaseOutcome)['kind'], 'queued'>, string>> = {
  changed: 'another person changed it in the meantime',
  unknown: 'no enquiry has this id or reference',
  'no-recipient': 'neither its office nor its site has a mail address; add one, or name one with --to',
  suspected: 'it looks like spam; --release ID sends it',
  'not-suspected': 'it was not suspected; --resend ID sends it again',
  'not-worded':
    'an older version stored it without a mail, because it had no recipient; --json shows its content',
};
