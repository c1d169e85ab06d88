import { type Form, findText, type Id, isSameId, listTextKeys } from '#engine';
import { type ActionAuthor, includesEnquiryRight, pickAccessScope } from '../admin/people/actor.ts';
import type { Audit } from '../admin/people/audit.ts';
import { findMailAddresses } from '../delivery/mail/addresses.ts';
import { toInertLine } from '../delivery/mail/inert-text.ts';
import { chooseMailLocale } from '../enquiries/judge/enquiry.ts';
import { type Content, findSiteByDomain } from '../forms/content/content.ts';
import {
  type ForwardTarget,
  findForwardTarget,
  findHolderLabel,
  toForwardedFacts,
} from '../preset/enquiries.ts';
import type {
  EnquiryActor,
  InboxEnquiry,
  ReleaseOutcome,
  ResendOutcome,
} from '../store/records/inbox-entry.ts';
import type { MailAddresses, MailNotice } from '../store/records/mail-queue.ts';
import type { PersonEntry } from '../store/records/people-entry.ts';
import type { Store } from '../store/store.ts';
import { isInEnquiryScope, toEnquiryScope } from './enquiry-scope.ts';

export type ForwardOutcome = ResendOutcome | { readonly kind: 'unknown-target' };

/** The actions on enquiries that the studio, programs and the command line share. */
export interface EnquiryActions {
  /**
   * Queues the mail again, to `to`, else to the address in the current content, else to its former address.
   * @param seen The number of the last event that queued the mail, 0 for none. Another one gives `changed`;
   * absent, it is not compared.
   */
  readonly resend: (
    enquiry: InboxEnquiry,
    doer: ActionAuthor,
    to?: string,
    seen?: number,
  ) => Promise<ResendOutcome>;
  /** Releases a suspected enquiry and queues its mail, to the same address as `resend`. */
  readonly release: (enquiry: InboxEnquiry, doer: ActionAuthor, to?: string) => Promise<ReleaseOutcome>;
  /**
   * Assigns the enquiry to another target of the preset, by its id, and queues its mail to that target. `seen`
   * is as for `resend`. Unknown targets give `unknown-target`, those without a mail address `no-recipient`.
   */
  readonly forward: (
    enquiry: InboxEnquiry,
    target: Id,
    doer: ActionAuthor,
    seen?: number,
  ) => Promise<ForwardOutcome>;
  /** Returns true if the person may handle enquiries and this one is in their scope. */
  readonly canHandle: (person: PersonEntry, enquiry: InboxEnquiry) => Promise<boolean>;
}

export interface EnquiryActionOptions {
  readonly store: Pick<Store, 'resend' | 'release' | 'forwardEnquiry'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly form: () => Form | Promise<Form>;
  readonly content: () => Content | Promise<Content>;
  readonly now: () => number;
}

/** Creates the actions. A release and a forward are recorded in the audit log, a resend is not. */
export function createEnquiryActions({
  store,
  audit,
  form,
  content,
  now,
}: EnquiryActionOptions): EnquiryActions {
  /**
   * Returns the request of the store to queue a mail to `to`, else to the addresses in the current content;
   * without `addresses` if there are none.
   */
  async function createMailRequest(enquiry: InboxEnquiry, doer: ActionAuthor, to: string | undefined) {
    const addresses =
      to === undefined ? findCurrentMailAddresses(await content(), enquiry) : { to, fallback: null };
    return { ...toActionRequest(enquiry, doer, now()), ...(addresses.to !== null && { addresses }) };
  }
  return {
    resend: async (enquiry, doer, to, seen) =>
      store.resend({ ...(await createMailRequest(enquiry, doer, to)), ...(seen !== undefined && { seen }) }),
    async release(enquiry, doer, to) {
      const outcome = await store.release(await createMailRequest(enquiry, doer, to));
      if (outcome.kind === 'queued' || outcome.kind === 'no-recipient')
        await audit.record({ who: doer, action: 'enquiry-released', about: enquiry.reference });
      return outcome;
    },
    async forward(enquiry, id, doer, seen) {
      const today = { form: await form(), content: await content() };
      const target = findForwardTarget(today.content, id);
      if (target === undefined) return { kind: 'unknown-target' };
      if (!target.hasAddress) return { kind: 'no-recipient' };
      const outcome = await store.forwardEnquiry({
        ...toActionRequest(enquiry, doer, now()),
        ...target.record,
        ...(seen !== undefined && { seen }),
        addresses: findCurrentMailAddresses(today.content, { ...enquiry, forwardedTo: target.id }),
        // The target does not know the command line, so its mail names the site.
        notice: createForwardNotice(
          enquiry,
          { target, person: typeof doer === 'string' ? enquiry.domain : doer.name },
          today,
        ),
      });
      if (outcome.kind === 'queued')
        await audit.record({
          who: doer,
          action: 'enquiry-forwarded',
          about: enquiry.reference,
          details: { ...target.logged, to: outcome.to },
        });
      return outcome;
    },
    async canHandle(person, enquiry) {
      const reach = pickAccessScope(person);
      const within = toEnquiryScope(reach, { form: await form(), content: await content() });
      return includesEnquiryRight(reach, 'handle') && isInEnquiryScope(within, enquiry);
    },
  };
}

/**
 * Creates the common part of all store requests that act on an enquiry. `by` is absent if the author is not a
 * person of the studio.
 */
export function toActionRequest(
  { id }: Pick<InboxEnquiry, 'id'>,
  doer: ActionAuthor,
  now: number,
): { readonly id: string; readonly now: number; readonly by?: EnquiryActor } {
  return { id, now, ...(typeof doer !== 'string' && { by: { id: doer.id, name: doer.name } }) };
}

/**
 * Returns the current addresses of an enquiry's mail: of the target that it was forwarded to, else those that
 * the content names.
 */
function findCurrentMailAddresses(content: Content, enquiry: InboxEnquiry): MailAddresses {
  const { domain, forwardedTo } = enquiry;
  return findMailAddresses(
    content,
    forwardedTo === undefined ? enquiry : { domain, ...toForwardedFacts(forwardedTo) },
  );
}

/**
 * Creates the notice for the target that an enquiry is forwarded to, in the target's language: the name of
 * the person who forwards it, and who has it so far, or else its site.
 */
function createForwardNotice(
  enquiry: InboxEnquiry,
  { target, person }: { readonly target: ForwardTarget; readonly person: string },
  { form, content }: { readonly form: Form; readonly content: Content },
): MailNotice {
  const { domain, enquiryType } = enquiry;
  const locale = chooseMailLocale(content, {
    ownerSite: target.ownerSite,
    site: findSiteByDomain(content, domain),
  });
  const from = findHolderLabel(content, enquiry) ?? domain;
  const type = form.types.find(({ id }) => isSameId(id, enquiryType));
  const text = findText(form, locale, listTextKeys(type?.key, 'mail.forwarded'), { person, from });
  // Older forms do not have this text.
  return { locale, text: toInertLine(text ?? `${from} → ${target.label} (${person})`) };
}
