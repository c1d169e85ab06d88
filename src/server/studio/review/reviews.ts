import type { ReviewRequest, ReviewView } from '../../../api/review.ts';
import type { AcceptedChange } from '../../../api/studio.ts';
import type { AccountLinks, ReviewNotice } from '../../admin/people/account-links.ts';
import { type Actor, isRoleAtLeast } from '../../admin/people/actor.ts';
import type { Audit } from '../../admin/people/audit.ts';
import type { ReviewEntry } from '../../store/records/review-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Drafts } from '../draft/drafts.ts';

/** The requests of editors to publish the draft. */
export interface Reviews {
  /** Returns the latest request; undefined if there was none. */
  readonly latest: () => Promise<ReviewView | undefined>;
  /**
   * Says that the draft is ready, and mails that to those who may publish. Returns the open request if the person has
   * made the same one. Undefined, and does nothing, if the draft is not what the person saw, or has no changes.
   */
  readonly request: (asked: ReviewRequest, from: ReviewSender) => Promise<ReviewView | undefined>;
  /**
   * Sends the draft back with a reason, which is mailed to the person who asked. Undefined if the request is not
   * open.
   */
  readonly sendBack: (number: number, reason: string, from: ReviewSender) => Promise<ReviewView | undefined>;
  /** Withdraws a request; returns false if it is not open, or of another person who may publish or not. */
  readonly withdraw: (number: number, who: Actor) => Promise<ReviewView | undefined>;
  /** Closes the open request if the version has everything that was asked for. */
  readonly recordPublished: (
    published: { readonly draft: string; readonly version: number; readonly number: number },
    who: Actor,
  ) => Promise<void>;
  /** Returns the names of those who asked for versions to be published, by the numbers of the versions. */
  readonly findPreparers: (versions: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Records the language in which a person uses the studio, for mails to them. */
  readonly recordLocale: (who: Actor, locale: string) => void;
}

/** A person with the origin of the studio and the language in which they use it. */
export interface ReviewSender {
  readonly who: Actor;
  readonly origin: string;
  readonly locale: string;
}

export interface ReviewOptions {
  readonly store: Store;
  readonly drafts: Pick<Drafts, 'current' | 'refresh'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly links: Pick<AccountLinks, 'sendReviewNotice'>;
  readonly now: () => number;
  /** Called after each change of the requests. */
  readonly onChange: () => void;
}

export function createReviews({ store, drafts, audit, links, now, onChange }: ReviewOptions): Reviews {
  /** The languages of people who have used the studio since the start of this server. */
  const locales = new Map<string, string>();

  function toView({ isDamaged: _damaged, publishedAs: _number, draft, ...review }: ReviewEntry): ReviewView {
    const { id, changes } = drafts.current();
    const isOutdated = review.state === 'open' && (id !== draft || changes.length !== review.version);
    const { version: _version, ...view } = review;
    return { ...view, isOutdated };
  }

  /** Mails a notice to people, each in their language. Never throws. */
  async function notify(
    people: readonly { readonly id: string; readonly name: string; readonly email?: string }[],
    { who, origin, locale }: ReviewSender,
    notice: Pick<ReviewNotice, 'what' | 'details'>,
  ): Promise<void> {
    for (const { id, email } of people)
      if (id !== who.id)
        links.sendReviewNotice({
          ...notice,
          to: email,
          name: who.name,
          origin,
          locale: locales.get(id) ?? locale,
        });
  }

  /** Closes an open request, records it and reports the change. Undefined if it is not open. */
  async function close(
    who: Actor,
    asked: Pick<ReviewEntry, 'number' | 'state' | 'publishedAs'> & { readonly reason: string },
  ): Promise<ReviewEntry | undefined> {
    const { reason, ...rest } = asked;
    const closing = { at: now(), by: { id: who.id, name: who.name }, reason };
    const closed = await store.closeReview({ ...rest, closing });
    if (closed) onChange();
    return closed;
  }

  return {
    async latest() {
      const review = await store.latestReview();
      if (review === undefined) return undefined;
      await drafts.refresh();
      return toView(review);
    },
    async request({ draft, version, message }, from) {
      await drafts.refresh();
      const { id, changes } = drafts.current();
      if (id !== draft || changes.length !== version || version === 0) return undefined;
      const { who } = from;
      const open = await store.latestReview();
      // Pressed twice: nobody gets a second mail.
      const isRepeated = open?.state === 'open' && open.by.id === who.id && open.message === message;
      if (isRepeated && open.draft === draft && open.version === version) return toView(open);
      const authors = countAuthors(changes);
      const by = { id: who.id, name: who.name };
      const review = await store.requestReview({ draft, version, at: now(), by, message, authors });
      await audit.record({ who, action: 'review-requested', details: { draft, change: version } });
      onChange();
      const publishers = (await store.people()).filter(({ role }) => isRoleAtLeast(role, 'publisher'));
      await notify(publishers, from, {
        what: 'review-requested',
        details: {
          message,
          changes: authors.map(({ name, count }) => `${name || '–'}: ${count}`).join(', '),
        },
      });
      return toView(review);
    },
    async sendBack(number, reason, from) {
      const closed = await close(from.who, { number, state: 'returned', reason });
      if (closed === undefined) return undefined;
      await audit.record({ who: from.who, action: 'review-returned', about: closed.by.name });
      const asked = await store.person({ id: closed.by.id });
      await notify(asked ? [asked] : [], from, { what: 'review-returned', details: { message: reason } });
      return toView(closed);
    },
    async withdraw(number, who) {
      const open = await store.latestReview();
      const mayWithdraw = open?.by.id === who.id || isRoleAtLeast(who.role, 'publisher');
      const closed =
        open?.number === number && mayWithdraw
          ? await close(who, { number, state: 'withdrawn', reason: '' })
          : undefined;
      if (closed === undefined) return undefined;
      await audit.record({ who, action: 'review-withdrawn', about: closed.by.name });
      return toView(closed);
    },
    async recordPublished({ draft, version, number }, who) {
      const open = await store.latestReview();
      if (open?.state !== 'open' || open.draft !== draft || open.version > version) return;
      await close(who, { number: open.number, state: 'published', publishedAs: number, reason: '' });
    },
    async findPreparers(versions) {
      const reviews = await store.reviewsOfVersions(versions);
      return new Map(reviews.map(({ publishedAs = 0, by }) => [publishedAs, by.name]));
    },
    recordLocale: ({ id }, locale) => void locales.set(id, locale),
  };
}

/** Returns the names of those who made changes, each with the number of changes, most changes first. */
function countAuthors(changes: readonly AcceptedChange[]): ReviewEntry['authors'] {
  const counts = Map.groupBy(changes, ({ name = '' }) => name);
  return [...counts]
    .map(([name, { length: count }]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
}
