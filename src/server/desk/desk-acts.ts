import type { Form, Id } from '#engine';
import { type Content, officeOfId } from '../content/content.ts';
import { type Actor, mayWithEnquiries, reachOf } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';
import type { DeskEnquiry, DeskPerson } from '../store/desk-entry.ts';
import type { PersonEntry } from '../store/people-entry.ts';
import type { ReleaseOutcome, ResendOutcome, Store } from '../store/store.ts';
import { enquiryReach, isWithin } from './desk-reach.ts';
import { addressesOf, forwardNotice } from './queueing.ts';

/** Who does something with an enquiry: somebody of the studio, or what is nobody there (`command line`). */
export type Doer = Actor | string;

/** What becomes of a wish to forward; `no-office`: there is none of this id. */
export type ForwardOutcome = ResendOutcome | { readonly kind: 'no-office' };

/** What is done with enquiries, by whoever may: in the studio, by a program, on the command line. */
export interface DeskActs {
  /** Queues a mail again, to an address, else to the one that the content has today; what that has nobody for goes where it went before. */
  readonly resend: (enquiry: DeskEnquiry, doer: Doer, to?: string, seen?: number) => Promise<ResendOutcome>;
  /** Queues the mail of one that was suspected, likewise. */
  readonly release: (enquiry: DeskEnquiry, doer: Doer, to?: string) => Promise<ReleaseOutcome>;
  /** Gives it to another office, and queues its mail to that one. */
  readonly forward: (enquiry: DeskEnquiry, office: Id, doer: Doer, seen?: number) => Promise<ForwardOutcome>;
  /** Whether somebody may look after it, so that it can be given to them. */
  readonly mayHold: (person: PersonEntry, enquiry: DeskEnquiry) => Promise<boolean>;
}

/** What they work with. */
export interface ActsOptions {
  readonly store: Pick<Store, 'resend' | 'release' | 'forwardEnquiry'>;
  readonly audit: Pick<Audit, 'note'>;
  readonly form: () => Form | Promise<Form>;
  readonly content: () => Content | Promise<Content>;
  readonly now: () => number;
}

/** Opens what is done with enquiries. */
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
        // The command line is nobody that an office knows: its mail then names the site.
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

/** What every call of the store takes that does something with an enquiry; who did it is absent of whoever is nobody in the studio. */
export function doneBy(
  { id }: Pick<DeskEnquiry, 'id'>,
  doer: Doer,
  now: number,
): { readonly id: string; readonly now: number; readonly by?: DeskPerson } {
  return { id, now, ...(typeof doer !== 'string' && { by: { id: doer.id, name: doer.name } }) };
}
