import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject } from '#engine/json-schema/values.ts';
import type { InboxRowView, PersonName, RefusedSelection, SelectionOutcome } from '../../../../api/inbox.ts';
import { countReleased } from '../../../enquiries/figures/count-released.ts';
import { createEnquiryActions, toActionRequest } from '../../../inbox/enquiry-actions.ts';
import { isInEnquiryScope } from '../../../inbox/enquiry-scope.ts';
import { toInboxRow } from '../../../inbox/enquiry-view.ts';
import { isHandlingState } from '../../../inbox/handling.ts';
import { findForwardTarget, forwardBody, isForwardedTo } from '../../../preset/enquiries.ts';
import type { EnquiryDetails, HandlingChange, InboxEnquiry } from '../../../store/records/inbox-entry.ts';
import { findLastQueueingNumber } from '../../../store/records/stored-inbox.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { defineBody, listShape, textShape } from '../bodies.ts';
import { getBody } from '../body-fields.ts';
import { isId, parseSeenState, sendBadBody } from './inbox-action-routes.ts';
import { createInboxAccess } from './inbox-context.ts';

/** One enquiry of a selection: its id, and the members of its change, which are not parsed yet. */
interface SelectedEntry {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** Acts on one enquiry. Returns the reason why it was not changed; undefined if it is as it should be. */
type SelectionAct = (
  file: EnquiryDetails,
  entry: SelectedEntry,
) => Promise<RefusedSelection['reason'] | undefined>;

/** The number of enquiries that are changed at a time. */
const batch = 10;

/**
 * Adds the actions on several enquiries in one request. Each enquiry is judged by itself, by its current state:
 * what cannot be changed is reported, the others are changed all the same.
 */
export function addInboxSelectionRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, photos, settings, studio, now } = dependencies;
  const { mostSelected, longestExcerpt } = settings.desk;
  const { audit } = studio.people;
  const actions = createEnquiryActions({ store, audit, form: () => forms.current().form, content, now });
  const inbox = createInboxAccess(dependencies);
  const handler = { config: { role: 'viewer', enquiries: 'handle' } } as const;

  /** Returns an enquiry by its id in its current state; undefined if the person may not see it. */
  async function findFile(request: FastifyRequest, id: string): Promise<EnquiryDetails | undefined> {
    const file = await store.enquiryDetails(id);
    return file && isInEnquiryScope(inbox.getScope(request), file.enquiry) ? file : undefined;
  }

  /** Changes the state or the assignee as the entry says. */
  async function handle(
    request: FastifyRequest,
    { enquiry }: EnquiryDetails,
    { seen, state, assignee: id }: SelectedEntry,
  ) {
    const person = typeof id === 'string' ? await store.person({ id }) : undefined;
    if (typeof id === 'string' && !(person && (await actions.canHandle(person, enquiry))))
      return 'not-assignable' as const;
    const assignee = person && { id: person.id, name: person.name };
    const saw = parseSeenState(seen);
    const change: HandlingChange = {
      ...toActionRequest(enquiry, getActor(request), now()),
      ...(saw && { seen: saw }),
      ...(isHandlingState(state) && { handling: state }),
      ...(id !== undefined && { assignee: assignee ?? null }),
    };
    const outcome = await store.handleEnquiry(change);
    if (outcome.kind === 'unknown') return 'not-found' as const;
    return outcome.kind === 'done' || isAsWanted(outcome.enquiry, change) ? undefined : ('changed' as const);
  }

  /** Returns the action of a request; undefined if there is none of this name. */
  function findAct(request: FastifyRequest, action: unknown, target: unknown): SelectionAct | undefined {
    switch (action) {
      case 'handle':
        return (file, entry) => handle(request, file, entry);
      case 'forward':
        return async ({ enquiry, events }) => {
          // Nothing is sent again to whoever has it.
          if (!isId(target) || isForwardedTo(enquiry, target)) return undefined;
          const queued = findLastQueueingNumber(events);
          const { kind } = await actions.forward(enquiry, target, getActor(request), queued);
          if (kind === 'queued') return undefined;
          if (kind === 'unknown') return 'not-found';
          return kind === 'unknown-target' ? 'no-recipient' : kind;
        };
      case 'mark':
        return async ({ enquiry }) => {
          const { kind } = await store.markSuspected(toActionRequest(enquiry, getActor(request), now()));
          if (kind === 'unknown') return 'not-found';
          if (kind === 'marked')
            await audit.record({
              who: getActor(request),
              action: 'enquiry-marked-as-spam',
              about: enquiry.reference,
            });
          return undefined;
        };
      case 'release':
        return async (file) => {
          const { kind } = await actions.release(file.enquiry, getActor(request));
          if (kind === 'queued' || kind === 'no-recipient') countReleased(file, dependencies);
          return kind === 'unknown' ? 'not-found' : undefined;
        };
      default:
        return undefined;
    }
  }

  scope.post(
    '/api/enquiries/selected',
    {
      ...handler,
      ...defineBody({ action: textShape, enquiries: listShape, [forwardBody.field]: forwardBody.shape }),
    },
    async (request, reply) => {
      const { action, enquiries, [forwardBody.field]: target } = getBody(request);
      const entries = parseSelection(enquiries);
      const act = findAct(request, action, target);
      if (act === undefined)
        return sendBadBody(reply, 'action', 'The action must be "handle", "forward", "mark" or "release".');
      if (action === 'forward' && !(isId(target) && findForwardTarget(content(), target)))
        return sendBadBody(reply, forwardBody.field, forwardBody.unknown);
      if (entries === undefined)
        return sendBadBody(reply, 'enquiries', 'List the enquiries, each as an object with its id.');
      if (entries.length > mostSelected)
        return sendBadBody(
          reply,
          'enquiries',
          `At most ${mostSelected} enquiries are changed at a time.`,
          mostSelected,
        );
      if (
        action === 'handle' &&
        entries.some(({ seen, state, assignee }) => !isHandlingEntry({ seen, state, assignee }))
      )
        return sendBadBody(
          reply,
          'enquiries',
          'Send the state that was seen, and a valid state or assignee.',
        );
      const requireRight = createRightCheck(request, dependencies);
      const names = await inbox.loadNames(request);
      const done: InboxRowView[] = [];
      const refused: RefusedSelection[] = [];
      for (let at = 0; at < entries.length; at += batch) {
        await requireRight();
        await Promise.all(
          entries.slice(at, at + batch).map(async (entry) => {
            const before = await findFile(request, entry.id);
            const reason = before ? await act(before, entry) : 'not-found';
            const after = before && (await findFile(request, entry.id));
            const row = after && toInboxRow(after.enquiry, { names, longestExcerpt });
            if (row && reason === undefined) done.push(row);
            else refused.push({ id: entry.id, reason: reason ?? 'not-found', ...(row && { row }) });
          }),
        );
      }
      if (action === 'release') photos.encodeNamed();
      return { done, refused } satisfies SelectionOutcome;
    },
  );

  scope.post(
    '/api/enquiries/selected/holders',
    { ...handler, ...defineBody({ enquiries: listShape }) },
    async (request, reply) => {
      const entries = parseSelection(getBody(request).enquiries);
      if (entries === undefined || entries.length > mostSelected)
        return sendBadBody(reply, 'enquiries', `List at most ${mostSelected} enquiries.`, mostSelected);
      const files = await Promise.all(entries.map(({ id }) => findFile(request, id)));
      const enquiries = files.flatMap((file) => (file ? [file.enquiry] : []));
      // Everybody could handle none of them.
      if (enquiries.length === 0) return [];
      const people = (await store.people()).filter(({ isDamaged }) => !isDamaged);
      const may = await Promise.all(
        people.map(async (person) => {
          const each = await Promise.all(enquiries.map((enquiry) => actions.canHandle(person, enquiry)));
          return each.every(Boolean);
        }),
      );
      return people.filter((_person, at) => may[at]).map(({ id, name }): PersonName => ({ id, name }));
    },
  );
}

/** Returns true if the enquiry already has the state and the assignee of a change, such as a repeated one. */
function isAsWanted(enquiry: InboxEnquiry, { handling, assignee }: HandlingChange): boolean {
  const isAssigned = assignee === undefined || enquiry.assignee === assignee?.id;
  return isAssigned && (handling === undefined || enquiry.handling === handling);
}

/** Returns the entries of a selection, each enquiry once; undefined if one is no object with an id. */
function parseSelection(given: unknown): readonly SelectedEntry[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const entries: readonly unknown[] = given;
  const valid = entries.filter(
    (entry): entry is SelectedEntry => isObject(entry) && typeof entry.id === 'string',
  );
  if (valid.length < entries.length) return undefined;
  return [...new Map(valid.map((entry) => [entry.id, entry])).values()];
}

/** Returns true if an entry has the state that was seen, and a change that can be made. */
function isHandlingEntry({ seen, state, assignee }: Omit<SelectedEntry, 'id'>): boolean {
  const isChange = state !== undefined || assignee !== undefined;
  const isAssignee = assignee === undefined || assignee === null || typeof assignee === 'string';
  return (
    parseSeenState(seen) !== undefined &&
    isChange &&
    isAssignee &&
    (state === undefined || isHandlingState(state))
  );
}
