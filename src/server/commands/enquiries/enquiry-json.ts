import { explainDeliveryFailure } from '../../inbox/delivery-reason.ts';
import { nameFacts } from '../../preset/command-lists.ts';
import { isListedWithFacts, omitFacts } from '../../preset/enquiries.ts';
import type { EnquiryDetails, InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import type { EnquiryNames } from './enquiry-names.ts';

/**
 * Returns an enquiry in the format of docs/contract.md, "List of enquiries", as an object. Reads the attempts
 * to send its mail from the store if there was a failure or more than one.
 */
export async function toEnquiryJson(
  enquiry: InboxEnquiry,
  { names, store }: { readonly names: EnquiryNames; readonly store: Store | undefined },
) {
  const { mail, sequence: _sequence, handling, assignee, forwardedTo, ...stored } = enquiry;
  const { state, to, attempts, refusedBy, reason } = mail;
  const isSuspected = state === 'suspected';
  // Attempts are only read for a mail that was not accepted at once: otherwise they add nothing.
  const hasNotableAttempts = !isSuspected && (reason !== null || refusedBy !== null || attempts > 1);
  const file = hasNotableAttempts ? await store?.enquiryDetails(enquiry.id) : undefined;
  return {
    ...(isListedWithFacts(enquiry, names.exportNames) ? stored : omitFacts(stored)),
    ...(isSuspected && { suspected: reason }),
    mail: {
      state,
      to,
      attempts,
      ...(refusedBy !== null && { refusedBy }),
      ...(!isSuspected && reason !== null && { reason, why: explainDeliveryFailure(reason, 'en') }),
      ...(file && toTriesJson(file)),
    },
    state: handling,
    ...(assignee !== undefined && { assignee }),
    ...(forwardedTo !== undefined && { forwardedTo }),
    names: findNames(enquiry, names),
  };
}

/** Returns the attempts to send the mail, and the time of the next one if there will be one, in ISO 8601. */
function toTriesJson({ tries, dueAt }: EnquiryDetails) {
  return {
    tries: tries.map(({ at, ...attempt }) => ({ at: toIsoTime(at), ...attempt })),
    ...(dueAt !== undefined && { nextTryAt: toIsoTime(dueAt) }),
  };
}

/**
 * Returns the names of the type, the preset's facts and the assignee of an enquiry. A name is undefined if its
 * id has none; `JSON.stringify` leaves it out.
 */
function findNames(enquiry: InboxEnquiry, names: EnquiryNames) {
  const { enquiryType, assignee } = enquiry;
  return {
    enquiryType: names.type(enquiryType),
    ...nameFacts(enquiry, names),
    ...(assignee !== undefined && { assignee: names.person(assignee) }),
  };
}

/** Returns a time of milliseconds in ISO 8601. */
function toIsoTime(at: number): string {
  return new Date(at).toISOString();
}
