import type { Form, Id } from '#engine';
import { type Content, officeOfId } from '../content/content.ts';
import { type Actor, mayWithEnquiries, reachOf } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';
import type { DeskEnquiry, DeskPerson } from '../store/desk-entry.ts';
import type { PersonEntry } from '../store/people-entry.ts';
import type { ReleaseOutcome, ResendOutcome, Store } from '../store/store.ts';
import { enquiryReach, isWithin } from './desk-reach.ts';
import { addressesOf, forwardNotice } from './queueing.ts';

/** The author of an action: a person of the studio, or a name for anybody else (`command line`). */
export type Doer = Actor | string;

export type ForwardOutcome = ResendOutcome | { readonly kind: 'no-office' };

/** The actions on enquiries that the studio, programs and the command line share. */
export interface DeskActs {
  /**
   * Queues the mail again, to `to`, else to the address in the current content, else to its former address.
   */
  readonly resend: (enquiry: DeskEnquiry, doer: Doer, to?: string, seen?: number) => Promise<ResendOutcome>;
  /** Queues the mail of a suspected enquiry, in the same way. */
  readonly release: (enquiry: DeskEnquiry, doer: Doer, to?: string) => Promise<ReleaseOutcome>;
  /** Assigns the enquiry to another office and queues its mail to that office. */
  readonly forward: (enquiry: DeskEnquiry, office: Id, doer: Doer, seen?: number) => Promise<ForwardOutcome>;
  /** Returns true if the person may handle the enquiry, so that it can be assigned to them. */
  readonly mayHold: (person: PersonEntry, enquiry: DeskEnquiry) => Promise<boolean>;
}

export interface ActsOptions {
  readonly store: Pick<Store, 'resend' | 'release' | 'forwardEnquiry'>;
  readonly audit: Pick<Audit, 'note'>;
  readonly form: () => Form | Promise<Form>;
  readonly content: () => Content | Promise<Content>;
  readonly now: () => number;
}

export function openActs({ store, audit, form, content, now }: ActsOptions): DeskActs {
  async function request(enquiry: DeskEnquiry, doer: Doer, to: string | undefined) {
    const addresses = to === undefined ? addressesOf(await content(), enquiry) : { to, fallback: null };
    return { ...doneBy(enquiry, doer, now()), ...(addresses.to !== null && { addresses }) };
  }
  return {
    resend: async (enquiry, doer, to, seen) =>
      store.resend({ ...(await request(enquiry, doer, to)), ...(seen !== undefined && { seen }) }),
    async release(enquiry, doer, to) {
      const outcome = await store.release(await request(enquiry, doer, to));
      if (outcome.kind === 'queued' || outcome.kind === 'no-recipient')
        await audit.note({ who: doer, action: 'enquiry-released', about: enquiry.reference });
      return outcome;
    },
    async forward(enquiry, id, doer, seen) {
      const today = { form: await form(), content: await content() };
      const office = officeOfId(today.content, id);
      if (office === undefined) return { kind: 'no-office' };
      if (!office.email?.trim()) return { kind: 'no-recipient' };
      const outcome = await store.forwardEnquiry({
        ...{ ...doneBy(enquiry, doer, now()), office: office.id },
        ...(seen !== undefined && { seen }),
        addresses: addressesOf(today.content, { ...enquiry, forwardedTo: String(office.id) }),
        // The office does not know the command line, so its mail names the site.
        notice: forwardNotice(
          enquiry,
          { office, person: typeof doer === 'string' ? enquiry.domain : doer.name },
          today,
        ),
      });
      if (outcome.kind === 'queued')
        await audit.note({
          ...{ who: doer, action: 'enquiry-forwarded', about: enquiry.reference },
          details: { office: String(office.id), to: outcome.to },
        });
      return outcome;
    },
    async mayHold(person, enquiry) {
      const reach = reachOf(person);
      const within = enquiryReach(reach, { form: await form(), content: await content() });
      return mayWithEnquiries(reach, 'handle') && isWithin(within, enquiry);
    },
  };
}

/**
 * Creates the common part of all store requests that act on an enquiry. `by` is absent if the author is not a
 * person of the studio.
 */
export function doneBy(
  { id }: Pick<DeskEnquiry, 'id'>,
  doer: Doer,
  now: number,
): { readonly id: string; readonly now: number; readonly by?: DeskPerson } {
  return { id, now, ...(typeof doer !== 'string' && { by: { id: doer.id, name: doer.name } }) };
}
