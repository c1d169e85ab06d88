import type { Id } from '#engine';

/**
 * The JSON messages between studio and server about enquiries. Addresses are relative to `/studio/api`. Times
 * are milliseconds since 1970 UTC. A refusal has the body of an `InboxRefusal`, or of a `PeopleRefusal` if
 * the person may not do it. People who are limited to types or sites see only their enquiries; all others
 * look as if they did not exist.
 */

/** The state of an enquiry, as in the filter "State": nobody works on it, somebody does, it was answered. */
export type HandlingState = 'new' | 'in-hand' | 'answered';

/** The state of its mail, as in the filter "Delivery". */
export type MailDeliveryState = 'waiting' | 'sent' | 'failed' | 'no-recipient';

/**
 * A filter of enquiries, as in the addresses `/studio/enquiries?…`, `GET /enquiries?…` and its export. An
 * unknown value finds nothing. An unknown filter is ignored.
 */
export interface InboxFilter {
  readonly search?: string;
  /** Ids, as texts. For a site: its domain. */
  readonly type?: string;
  readonly office?: string;
  readonly site?: string;
  /** The name of a campaign: its `campaign`, else its source. */
  readonly campaign?: string;
  /** `overdue`: not answered for `unansweredHours` of `InboxChoices`. */
  readonly state?: HandlingState | 'overdue';
  readonly delivery?: MailDeliveryState;
  /** The id of a person, or `me`. */
  readonly assignee?: string;
  /** References of single enquiries, separated by commas: at most `mostSelected`. */
  readonly only?: string;
  /** Days, `2026-11-21`, both inclusive, in the time zone `zone` (IANA; absent: UTC). */
  readonly from?: string;
  readonly until?: string;
  readonly zone?: string;
}

/**
 * The answer of `GET /enquiries` (and of `GET /enquiries/suspected`, which lists only suspected ones): the
 * latest first; `before` loads the next page. With `after`: enquiries with greater numbers, the first one
 * first.
 */
export interface InboxListView {
  readonly rows: readonly InboxRowView[];
  /** The `before` (or `after`) of the next page. Absent on the last page. */
  readonly next?: number;
  /** The total number. Counting stops at `counted`, so if they are equal, there may be more. */
  readonly count: number;
  readonly counted: number;
}

/** One enquiry of the list. Names are the current ones. The name of something that was deleted is its id. */
export interface InboxRowView {
  readonly id: string;
  readonly reference: string;
  readonly sequence: number;
  readonly receivedAt: number;
  readonly type: NamedId;
  readonly office?: NamedId;
  /** The domain of the site. */
  readonly site: string;
  /** The sender, and the beginning of their message. Empty if the form does not ask for it. */
  readonly from: string;
  readonly excerpt: string;
  readonly photos: number;
  readonly state: HandlingState;
  readonly assignee?: PersonName;
  readonly delivery: MailDeliveryState | 'suspected';
  /** The last reply did not reach the visitor. */
  readonly isReplyFailed?: true;
  /**
   * The reason for which it is in Spam: a code (`honeypot`), or `blocked-` with the kind and the value of an
   * entry of the block list (`blocked-domain *.spam.example`).
   */
  readonly suspicion?: string;
  /** The visitor's mail address, in a list only if the enquiry is in Spam. */
  readonly email?: string;
  /**
   * The entry of the block list that sends the sender's next enquiries to Spam. Only for people who may change the
   * list; in a list only if the enquiry is in Spam.
   */
  readonly block?: Pick<SpamBlockView, 'id' | 'value'>;
  /** The stored record is damaged, so its answers are unknown. */
  readonly isDamaged?: true;
}

/** An id with its name in the reader's language. */
export interface NamedId {
  readonly id: Id;
  readonly name: string;
}

/** A person who has or had an account. */
export interface PersonName {
  readonly id: string;
  readonly name: string;
}

/**
 * The answer of `GET /enquiries/choices`: the options of the filters, and the targets for forwarding and
 * assigning.
 */
export interface InboxChoices {
  readonly types: readonly NamedId[];
  /** Only offices with a mail address can be forwarded to. */
  readonly offices: readonly (NamedId & { readonly hasAddress: boolean })[];
  /** Domains. */
  readonly sites: readonly string[];
  /** The names of the most frequent campaigns, sorted by frequency. Absent if there are none. */
  readonly campaigns?: readonly string[];
  readonly people: readonly PersonName[];
  /** The maximum number of characters of a search. */
  readonly longestSearch: number;
  /** After so many hours without an answer, an enquiry is overdue. */
  readonly unansweredHours: number;
  /** The most enquiries that one request changes or exports by their references. */
  readonly mostSelected: number;
}

/**
 * The answer of `GET /enquiries/views`: the person's saved filters of the list, in their order; also that of
 * `PUT /enquiries/views`, and the body of its 409 `views-changed`.
 */
export interface InboxViews {
  /** Increases with each change. */
  readonly revision: number;
  readonly views: readonly InboxView[];
  /** The most views, and the most characters of a name. */
  readonly most: number;
  readonly longestName: number;
  /** Counting a view stops at this number. */
  readonly counted: number;
}

export interface InboxView {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  /** The filter, as in the address of the list, without `?`. */
  readonly query: string;
  /** True if its number is shown. */
  readonly isCounted: boolean;
  /** The number of its enquiries, for counted ones. */
  readonly count?: number;
}

/**
 * The body of `PUT /enquiries/views`: all views, in place of the former ones. 409 `views-changed` if they have
 * changed since the revision `seen`, such as in another window.
 */
export interface InboxViewsRequest {
  readonly seen: number;
  readonly views: readonly Omit<InboxView, 'count'>[];
}

/** The answer of `GET /enquiries/:id` (an id or a reference). 404 `not-found`. */
export interface EnquiryView extends InboxRowView {
  /**
   * All answers in the order of the form, with the texts of the version that the visitor saw, as in the mail.
   */
  readonly answers: readonly LabelledAnswer[];
  /**
   * The language of those texts (BCP 47). Absent for enquiries of older releases, whose answers are labelled
   * with field names.
   */
  readonly wordedIn?: string;
  readonly version?: number;
  readonly submissionUrl: string;
  /** The values of the campaign by part, in their order. Absent without one. */
  readonly campaign?: Readonly<Record<string, string>>;
  /** The pages of the visit. Absent if the site stores none. */
  readonly visit?: { readonly referrer?: string; readonly entryPage?: string };
  /** False if the address belongs to none of the sites. Then it must not become a link. */
  readonly isOwnPage: boolean;
  readonly pictures: readonly PictureView[];
  readonly mail: {
    readonly to?: string;
    /** The address that refused the mail. The mail then goes to the address of the site. */
    readonly refusedBy?: string;
    /** The time of the next attempt. */
    readonly dueAt?: number;
    readonly tries: readonly MailAttemptView[];
  };
  /** The receipt for the visitor. Absent if the form sends none. */
  readonly receipt?: ReceiptView;
  /** Deliveries to other destinations. Absent if there are none. */
  readonly deliveries?: readonly DeliveryView[];
  /** The replies that people sent to the visitor, the earliest first. Absent without one. */
  readonly replies?: readonly ReplyView[];
  readonly history: readonly EnquiryEventView[];
  /** Remarks that the server added to the mail. */
  readonly notes: readonly string[];
}

/** A label and an answer. `value` may have several lines. */
export interface LabelledAnswer {
  readonly label: string;
  readonly value: string;
}

export interface PictureView {
  /** The visitor's file name, made harmless. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly bytes?: number;
  /**
   * `pending`: still being processed. `withheld`: not a picture. `quarantined`: processing failed. `gone`: no
   * longer stored.
   */
  readonly state: 'ready' | 'pending' | 'withheld' | 'quarantined' | 'gone';
  /** The addresses of the whole file and of its thumbnail. Absent if not available. */
  readonly address?: string;
  readonly previewAddress?: string;
}

export interface MailAttemptView {
  readonly at: number;
  readonly to: string;
  readonly outcome: 'sent' | 'waiting' | 'redirected' | 'failed';
  /** The message of the mail server or the system, and its meaning in the reader's language. */
  readonly reason?: string;
  readonly why?: string;
}

/** The delivery of an enquiry to one destination. */
export interface DeliveryView {
  /** The destination's id in the content. */
  readonly destination: string;
  /** `held`: waits until the enquiry is released. */
  readonly state: 'waiting' | 'sent' | 'failed' | 'held';
  readonly dueAt?: number;
  /** The latest attempt last. `reason` is the server's message in English, which names what to fix. */
  readonly tries: readonly {
    readonly at: number;
    readonly outcome: 'sent' | 'waiting' | 'failed';
    readonly reason?: string;
  }[];
}

/**
 * The body of `POST /enquiries/:id/redeliver`, answered with `EnquiryView`. 409 `not-there` if the delivery
 * no longer exists.
 */
export interface RedeliverRequest {
  readonly destination: string;
}

/** The state of the visitor's receipt. It is sent once, independent of the enquiry. */
export interface ReceiptView {
  /**
   * `held`: waits for the page's proof of effort. The values from `bad-address` on are reasons why no receipt
   * is sent.
   */
  readonly state:
    | 'waiting'
    | 'sent'
    | 'failed'
    | 'held'
    | 'bad-address'
    | 'no-ticket'
    | 'suspected'
    | 'too-many';
  readonly to?: string;
  /** The times of the last and of the next attempt. */
  readonly at?: number;
  readonly dueAt?: number;
  /** The reason why it was refused, in the reader's language. */
  readonly why?: string;
}

/** A reply that a person sent to the visitor. */
export interface ReplyView {
  readonly number: number;
  readonly at: number;
  readonly by: PersonName;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `failed`: the address refuses it, or it was tried too often. */
  readonly state: 'waiting' | 'sent' | 'failed';
  /** The times of the last and of the next attempt. */
  readonly triedAt?: number;
  readonly dueAt?: number;
  /** The message of the mail server or the system, and its meaning in the reader's language. */
  readonly reason?: string;
  readonly why?: string;
  /** The stored record is damaged, so its words are unknown. */
  readonly isDamaged?: true;
}

/**
 * The answer of `GET /enquiries/:id/reply`: what a reply starts from. 409 `no-recipient` if the visitor gave no
 * address that can be written to.
 */
export interface ReplyStart {
  readonly to: string;
  /** The address that gets the visitor's answer; absent if neither office nor site has one. */
  readonly replyTo?: string;
  /** The language of the visitor's page (BCP 47), as one of `languages`. */
  readonly locale: string;
  /** The subject without a template, and the templates, by language. */
  readonly languages: readonly {
    readonly locale: string;
    readonly subject: string;
    readonly templates: readonly ReplyTemplate[];
  }[];
  /** The visitor's message, as it is quoted; empty if there is none. */
  readonly quote: string;
  /** In characters. */
  readonly longestSubject: number;
  readonly longestText: number;
}

/** A template, filled in. A placeholder without a value is left: `{office}`. A reply cannot contain one. */
export interface ReplyTemplate {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * The body of `POST /enquiries/:id/replies`, answered with `EnquiryView`. 409 `changed` if somebody has replied
 * or set it to answered since `seen`. 429 `too-many-replies`.
 */
export interface ReplyRequest {
  /** A UUID. A repeated request with the same key sends nothing more. */
  readonly key: string;
  /** The language of the reply (BCP 47). */
  readonly locale: string;
  readonly subject: string;
  readonly text: string;
  readonly template?: string;
  readonly isQuoted: boolean;
  /** The state, and the number of the last reply, 0 for none. */
  readonly seen: { readonly state: HandlingState; readonly reply: number };
}

/** An event in the history of an enquiry. `by` is absent for the command line. */
export type EnquiryEventView = { readonly number: number; readonly at: number; readonly by?: PersonName } & (
  | { readonly kind: 'handled'; readonly from: HandlingState; readonly to: HandlingState }
  | { readonly kind: 'assigned'; readonly to?: PersonName }
  | { readonly kind: 'noted'; readonly text: string }
  | { readonly kind: 'resent' | 'released'; readonly to: string }
  /** Marked as spam by a person; no longer spam, and its mail had been sent before. */
  | { readonly kind: 'marked' | 'unmarked' }
  | { readonly kind: 'forwarded'; readonly office: NamedId; readonly from?: NamedId; readonly to: string }
);

/**
 * The body of `POST /enquiries/:id/handling`, answered with `EnquiryView`. 409 `changed` if somebody changed
 * it since `seen`. `assignee` is a person's id; null removes the assignment.
 */
export interface HandlingRequest {
  readonly seen: { readonly state: HandlingState; readonly assignee?: string };
  readonly state?: HandlingState;
  readonly assignee?: string | null;
}

/**
 * The body of `POST /enquiries/selected`: one action on several enquiries, at most `mostSelected` of
 * `InboxChoices`, each of which is judged by itself. Answered with `SelectionOutcome`. Repeating a request
 * changes nothing again: what already is as it should be counts as done.
 */
export type SelectionRequest =
  | {
      readonly action: 'handle';
      readonly enquiries: readonly ({ readonly id: string } & HandlingRequest)[];
    }
  | {
      readonly action: 'forward';
      readonly office: Id;
      readonly enquiries: readonly { readonly id: string }[];
    }
  /** `mark`: as spam. `release`: is no spam. */
  | { readonly action: 'mark' | 'release'; readonly enquiries: readonly { readonly id: string }[] };

/** The result of an action on several enquiries: those that are now as they should be, and the others. */
export interface SelectionOutcome {
  readonly done: readonly InboxRowView[];
  readonly refused: readonly RefusedSelection[];
}

/** An enquiry that was not changed, with its current row unless it was not found. */
export interface RefusedSelection {
  readonly id: string;
  readonly row?: InboxRowView;
  /**
   * `not-found`: erased, or outside of the person's limits. `changed`: somebody else changed it since `seen`.
   * `not-assignable`: the assignee has no access to it.
   */
  readonly reason:
    | 'not-found'
    | 'changed'
    | 'not-assignable'
    | 'no-recipient'
    | 'suspected'
    | 'not-suspected'
    | 'not-worded';
}

/** The body of `POST /enquiries/selected/holders`, answered with the people who may handle all of them. */
export interface SelectionHoldersRequest {
  readonly enquiries: readonly { readonly id: string }[];
}

/** The body of `POST /enquiries/:id/notes`, answered with `EnquiryView`. At most `longestNote` characters. */
export interface CommentRequest {
  readonly text: string;
}

/**
 * The body of `POST /enquiries/:id/forward`: sends the mail to another office; answered with `EnquiryView`.
 * `POST …/release` has no body.
 */
export interface ForwardRequest extends ResendRequest {
  readonly office: Id;
}

/** The body of `POST /enquiries/:id/resend`, answered with `EnquiryView`. */
export interface ResendRequest {
  /**
   * The number in the history of the last event that queued the mail (`resent`, `forwarded`, `released`), 0
   * if there is none. 409 `changed` if somebody has queued it since. Absent: it is queued in any case.
   */
  readonly seen?: { readonly queued: number };
}

/**
 * The answer of `GET /me/notifications`, for people who may see enquiries. The types, offices and sites to choose
 * from are those of `InboxChoices`.
 */
export interface NotificationView extends NotificationSettings {
  /** The person's mail address. Absent: nothing can be mailed to them. */
  readonly email?: string;
  /** False if the server sends no mails. */
  readonly isMailing: boolean;
  /** The number of hours after which an enquiry counts as unanswered. */
  readonly unansweredHours: number;
  /** The maximum number of rules. */
  readonly most: number;
}

/** The body of `POST /me/notifications`, answered with `NotificationView`: when a person gets mails about enquiries. */
export interface NotificationSettings {
  /** Whatever no rule includes is not mailed. If several include an enquiry, `at-once` applies. */
  readonly rules: readonly NotificationRule[];
  /** The hour of the daily digest, from 0 to 23, in the time zone `zone` (IANA). */
  readonly hour: number;
  readonly zone: string;
  /** True if the person has stopped all mails by the link in one. Absent in a request: as before. */
  readonly isPaused?: boolean;
}

/** The enquiries of which a person is notified: those that match all filters (`InboxFilter`). */
export interface NotificationRule extends Pick<InboxFilter, 'type' | 'office' | 'site'> {
  /** An enquiry has arrived; it was assigned to the person; nobody has answered it for some hours. */
  readonly kind: 'new' | 'assigned' | 'unanswered';
  readonly when: 'at-once' | 'daily';
}

/** A kind of entry of the block list: a sender's mail address, its domain, or words in the answers. */
export type SpamBlockKind = 'address' | 'domain' | 'phrase';

/**
 * The answer of `GET /enquiries/blocks`, for people who may handle the enquiries of all types and sites. `DELETE
 * /enquiries/blocks/:id` removes an entry, answered with the same; 404 `not-found`.
 */
export interface BlockListView {
  /** The latest first. */
  readonly blocks: readonly SpamBlockView[];
  /** The maximum number of entries, and of characters of a value and of a reason. */
  readonly most: number;
  readonly longestValue: number;
  readonly longestReason: number;
}

/** An entry of the block list. Enquiries that it matches are stored in Spam and mailed to nobody. */
export interface SpamBlockView {
  readonly id: string;
  readonly kind: SpamBlockKind;
  readonly value: string;
  readonly reason?: string;
  readonly by: PersonName;
  readonly at: number;
  /** The number of enquiries that it has caught, and the time of the last one. */
  readonly caught: number;
  readonly caughtAt?: number;
}

/**
 * The body of `POST /enquiries/blocks`, answered with `BlockListView`. A domain may begin with `*.`: then its
 * subdomains are blocked as well. 409 `block-known`, `blocks-full`; 400 `bad-block`.
 */
export interface BlockRequest {
  readonly kind: SpamBlockKind;
  readonly value: string;
  readonly reason?: string;
}

export type InboxRefusal =
  /** 404 */
  | { readonly error: 'not-found' }
  /** 409: with the current enquiry. */
  | { readonly error: 'changed'; readonly enquiry: EnquiryView }
  /**
   * 409: no such delivery; no recipient; suspected; not suspected; an older version stored it without a mail.
   */
  | { readonly error: 'not-there' | 'no-recipient' | 'suspected' | 'not-suspected' | 'not-worded' }
  /** 409: the block list has this entry, or is full. */
  | { readonly error: 'block-known' | 'blocks-full' }
  /** 400: the value is no mail address, no domain, or has no word or too many. */
  | { readonly error: 'bad-block'; readonly wanted: SpamBlockKind }
  /** 409: with the current views. */
  | { readonly error: 'views-changed'; readonly current: InboxViews }
  /**
   * 400: the name of a view is empty, too long, or that of another one; its search contains a mail address; there
   * are too many.
   */
  | {
      readonly error: 'bad-view';
      readonly reason: 'no-name' | 'long-name' | 'same-name' | 'address' | 'too-many';
      readonly name: string;
      readonly most?: number;
    }
  /** 429: the person has sent as many replies as allowed within some time. */
  | { readonly error: 'too-many-replies' }
  /** 400: the reply contains a placeholder that has no value. */
  | { readonly error: 'unfilled'; readonly placeholder: string }
  /** 400: the error, and the maximum if a limit is exceeded. */
  | {
      readonly error: 'bad-request';
      readonly field: string;
      readonly message: string;
      readonly most?: number;
    };

/** A server event: an enquiry arrived or changed. Open pages load their enquiries again. */
export interface InboxEvent {
  readonly kind: 'enquiries';
  /** The number of the latest enquiry that this person may see. */
  readonly latest: number;
}
