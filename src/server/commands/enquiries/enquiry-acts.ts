import type { HandlingState } from '../../../api/inbox.ts';
import { findIdsByName, requireSingleId } from '../../../command/ids-by-name.ts';
import { CommandFailure } from '../../../command/io.ts';
import { createAudit } from '../../admin/people/audit.ts';
import { createEnquiryActions, toActionRequest } from '../../inbox/enquiry-actions.ts';
import { forwardTexts, presetFilterLookups } from '../../preset/command-lists.ts';
import { unaddressedTexts } from '../../preset/enquiries.ts';
import type { InboxEnquiry, ReleaseOutcome, ResendOutcome } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import { commandLineAuthor, type EnquiriesContext } from './enquiries-context.ts';

/**
 * Queues the mails of enquiries: again, or for the first time for a suspected enquiry that is released.
 * Prints a line for each, or one line if there are none.
 * @param id Undefined for all enquiries that match the filter.
 * @param to Undefined for the recipient that the content names today.
 * @throws CommandFailure if some cannot be queued, after all others were, with a line for each; UsageError if
 * a name in the filter is unknown; StartError if the content cannot be read.
 */
export async function queueMails(
  kind: 'resend' | 'release',
  { id: only, to }: { readonly id: string | undefined; readonly to: string | undefined },
  context: EnquiriesContext,
): Promise<void> {
  const { store, io } = context;
  const ids = only === undefined ? await findEnquiryIds(context) : [only];
  const actions = store && createCommandLineActions({ ...context, store });
  const failures: string[] = [];
  for (const id of ids) {
    const enquiry = (await store?.enquiryDetails(id))?.enquiry;
    const outcome =
      enquiry && actions
        ? await actions[kind](enquiry, commandLineAuthor, to)
        : ({ kind: 'unknown' } as const);
    if (outcome.kind === 'queued')
      io.out(
        `Queued the mail of ${outcome.reference} to ${outcome.to}; a running server sends it at once.\n`,
      );
    else failures.push(describeUnqueuedMail(id, kind, outcome.kind));
  }
  if (failures.length > 0) throw new CommandFailure(failures.join('\n'));
  if (ids.length === 0) io.out('No mail has failed, and every enquiry has a recipient.\n');
}

/**
 * Returns the ids of the enquiries that match the filter, in the order of their arrival; empty without a
 * store.
 */
async function findEnquiryIds({
  store,
  contentFolder,
  filter,
}: EnquiriesContext): Promise<readonly string[]> {
  const { readNames } = await import('./enquiry-names.ts');
  const { resolveFilterNames } = await import('./enquiry-filter.ts');
  const { readStoredEnquiries } = await import('./enquiry-list.ts');
  const names = await readNames(store, contentFolder);
  const ids: string[] = [];
  for await (const { id } of readStoredEnquiries(store, await resolveFilterNames(filter, { store, names })))
    ids.push(id);
  return ids;
}

/**
 * Returns the sentence why the mail of an enquiry was not queued. An enquiry without a recipient can be
 * released and yet not queued.
 */
function describeUnqueuedMail(id: string, kind: 'resend' | 'release', reason: keyof typeof reasons): string {
  if (kind === 'release' && reason === 'no-recipient')
    return `Released ${JSON.stringify(id)}, but did not send it: ${reasons[reason]} and --resend`;
  const action = kind === 'resend' ? `send ${JSON.stringify(id)} again` : `release ${JSON.stringify(id)}`;
  return `Cannot ${action}: ${reasons[reason]}`;
}

/**
 * Adds a comment to the history of an enquiry.
 * @throws CommandFailure if there is no such enquiry.
 */
export async function commentOnEnquiry(id: string, text: string, context: EnquiriesContext): Promise<void> {
  const { store, enquiry } = await requireEnquiry(id, 'add a note to', context);
  await store.commentOnEnquiry({ ...toActionRequest(enquiry, commandLineAuthor, Date.now()), text });
  context.io.out(`Added a note to ${enquiry.reference}.\n`);
}

/**
 * Sets the handling state of an enquiry.
 * @throws CommandFailure if there is no such enquiry.
 */
export async function setHandlingState(
  id: string,
  handling: HandlingState,
  context: EnquiriesContext,
): Promise<void> {
  const { store, enquiry } = await requireEnquiry(id, 'handle', context);
  await store.handleEnquiry({ ...toActionRequest(enquiry, commandLineAuthor, Date.now()), handling });
  context.io.out(`${enquiry.reference} is ${handling} now.\n`);
}

/**
 * Assigns an enquiry to the person with a name or id, or to nobody.
 * @throws CommandFailure if there is no such enquiry or the person has no access to it, UsageError if the
 * person is unknown or ambiguous.
 */
export async function assignEnquiry(id: string, to: string, context: EnquiriesContext): Promise<void> {
  const { store, enquiry } = await requireEnquiry(id, 'assign', context);
  const assignee =
    to.toLowerCase() === 'nobody' ? null : await findAssignee(to, enquiry, { ...context, store });
  await store.handleEnquiry({ ...toActionRequest(enquiry, commandLineAuthor, Date.now()), assignee });
  context.io.out(`${enquiry.reference} is assigned to ${assignee?.name ?? 'nobody'} now.\n`);
}

/**
 * Forwards an enquiry to the preset's target with a name or id, and queues its mail.
 * @throws CommandFailure if that is not possible, UsageError if the target is unknown or ambiguous.
 */
export async function forwardEnquiry(id: string, to: string, context: EnquiriesContext): Promise<void> {
  const { store, enquiry } = await requireEnquiry(id, 'forward', context);
  const { readNames } = await import('./enquiry-names.ts');
  const names = await readNames(store, context.contentFolder);
  const quoted = JSON.stringify(to);
  const { findIds, missing } = presetFilterLookups[forwardTexts.filter];
  const target = requireSingleId(to, findIds(names)(to), missing(quoted));
  const label = forwardTexts.describe(target, names);
  const actions = createCommandLineActions({ ...context, store });
  const outcome = await actions.forward(enquiry, target, commandLineAuthor);
  if (outcome.kind === 'queued')
    return context.io.out(
      `Forwarded ${outcome.reference} to ${label}, and queued its mail to ${outcome.to}; a running server sends it at once.\n`,
    );
  const why = outcome.kind === 'no-recipient' ? `${label} has no mail address` : undefined;
  throw new CommandFailure(
    `Cannot forward ${enquiry.reference} to ${quoted}: ${why ?? (outcome.kind === 'unknown-target' ? forwardTexts.unknown : reasons[outcome.kind])}`,
  );
}

/**
 * Returns the store and the enquiry with an id or reference.
 * @param action Completes "Cannot ..." before the id.
 * @throws CommandFailure if there is none.
 */
async function requireEnquiry(
  id: string,
  action: string,
  { store }: EnquiriesContext,
): Promise<{ readonly store: Store; readonly enquiry: InboxEnquiry }> {
  const enquiry = (await store?.enquiryDetails(id))?.enquiry;
  if (store && enquiry) return { store, enquiry };
  throw new CommandFailure(`Cannot ${action} ${JSON.stringify(id)}: ${reasons.unknown}`);
}

/** The store, and the content folder; absent: the shipped content. */
type OpenContext = Pick<EnquiriesContext, 'contentFolder'> & { readonly store: Store };

/**
 * Returns the id and the name of the person with a name or id, who must have access to the enquiry.
 * @throws CommandFailure without access, UsageError if the person is unknown or ambiguous.
 */
async function findAssignee(nameOrId: string, enquiry: InboxEnquiry, context: OpenContext) {
  const { store } = context;
  const people = await store.people();
  const id = requireSingleId(
    nameOrId,
    findIdsByName(people, nameOrId, ({ id, name }) => [id, name]),
    `No person has the name or id ${JSON.stringify(nameOrId)}; there are ${people.map(({ name }) => name).join(', ') || 'no people in the studio yet'}`,
  );
  const person = await store.person({ id });
  if (person && (await createCommandLineActions(context).canHandle(person, enquiry)))
    return { id, name: person.name };
  throw new CommandFailure(
    `Cannot assign ${enquiry.reference} to ${JSON.stringify(nameOrId)}: this person has no access to enquiries of this type and site; an owner can give it, under People in the studio`,
  );
}

/**
 * Creates the actions that the studio uses too. The content is read once, on first use; the form at each use.
 */
function createCommandLineActions({ store, contentFolder }: OpenContext) {
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

const reasons: Readonly<Record<Exclude<(ResendOutcome | ReleaseOutcome)['kind'], 'queued'>, string>> = {
  changed: 'another person changed it in the meantime',
  unknown: 'no enquiry has this id or reference',
  'no-recipient': `${unaddressedTexts.reason}; add one, or name one with --to`,
  suspected: 'it looks like spam; --release ID sends it',
  'not-suspected': 'it was not suspected; --resend ID sends it again',
  'not-worded':
    'an older version stored it without a mail, because it had no recipient; --json shows its content',
};
