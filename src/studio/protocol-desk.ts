import type { Id } from '#engine';

/**
 * What the studio's page and its server say to each other of enquiries; plain JSON. Addresses are those below `/studio/api`. Every time is
 * milliseconds since 1970 UTC. What is refused has the body of a `DeskRefusal`, or of a `PeopleRefusal` where somebody may not do it.
 * What somebody is limited to (types, sites) they alone find, see and change: all else is as if it were not there.
 */

/** What became of an enquiry, the values of the filter "State": nobody has taken it up; somebody has; it was answered. */
export type HandlingState = 'new' | 'in-hand' | 'answered';

/** What became of its mail: the values of the filter "Delivery". */
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'no-recipient';

/**
 * Which enquiries, as an address says it: of the list (`/studio/enquiries?…`), of `GET /enquiries?…` and of its export. What there is not
 * finds nothing; what is no such filter is passed over.
 */
export interface DeskFilter {
  readonly search?: string;
  /** Ids, as texts; a domain. */
  readonly type?: string;
  readonly office?: string;
  readonly site?: string;
  readonly state?: HandlingState;
  readonly delivery?: DeliveryState;
  /** The id of a person, or `me`. */
  readonly assignee?: string;
  /** Days, `2026-11-21`, in the zone `zone` (IANA; absent: UTC); both are in it. */
  readonly from?: string;
  readonly until?: string;
  readonly zone?: string;
}

/**
 * `GET /enquiries` (and `GET /enquiries/suspected`, those alone): the latest first; `before` goes on. With `after`: those of later numbers,
 * the first one first.
 */
export interface DeskPage {
  readonly rows: readonly DeskRow[];
  /** The `before` (or `after`) of the next page; absent: there is none. */
  readonly next?: number;
  /** How many there are in all, counted no further than `counted`: then there are more. */
  readonly count: number;
  readonly counted: number;
}

/** One enquiry of the list. Names are those of today; what has none any more is called by its id. */
export interface DeskRow {
  readonly id: string;
  readonly reference: string;
  readonly sequence: number;
  readonly receivedAt: number;
  readonly type: Named;
  readonly office?: Named;
  /** Domain of the site. */
  readonly site: string;
  /** Who wrote, and the beginning of what they say; empty: the form does not ask. */
  readonly from: string;
  readonly excerpt: string;
  readonly photos: number;
  readonly state: HandlingState;
  readonly assignee?: PersonName;
  readonly delivery: DeliveryState | 'suspected';
  /** Why it is suspected. */
  readonly suspicion?: string;
  /** What is stored of it is damaged, so that no answer of it is known. */
  readonly isDamaged?: true;
}

/** An id with what it is called in the reader's language. */
export interface Named {
  readonly id: Id;
  readonly name: string;
}

/** Somebody with an account, or who had one. */
export interface PersonName {
  readonly id: string;
  readonly name: string;
}

/** `GET /enquiries/choices`: what the filters offer, and to whom one may forward and assign. */
export interface DeskChoices {
  readonly types: readonly Named[];
  /** Offices with a mail address are those that one may forward to. */
  readonly offices: readonly (Named & { readonly hasAddress: boolean })[];
  /** Domains. */
  readonly sites: readonly string[];
  readonly people: readonly PersonName[];
  /** The most characters of a search. */
  readonly longestSearch: number;
}

/** `GET /enquiries/:id` (an id or a reference): one, whole. 404 `not-found`. */
export interface DeskEnquiryView extends DeskRow {
  /** Every answer, in the form's order, in the words of the version that the visitor saw, as its mail has them. */
  readonly answers: readonly Answer[];
  /** The language of those words (BCP 47); absent: an older release stored none, and the answers are named as their fields are. */
  readonly wordedIn?: string;
  readonly version?: number;
  readonly email?: string;
  readonly submissionUrl: string;
  /** False: it is an address of none of the sites, and no link is made of it. */
  readonly isOwnPage: boolean;
  readonly pictures: readonly PictureView[];
  readonly mail: {
    readonly to?: string;
    /** The address that did not take it, so that it goes to the site's. */
    readonly refusedBy?: string;
    /** When it is tried again. */
    readonly dueAt?: number;
    readonly tries: readonly TryView[];
  };
  /** The visitor's; absent where the form gave none. */
  readonly receipt?: ReceiptView;
  /** Where it goes besides the mail; absent where it goes nowhere else. */
  readonly deliveries?: readonly ElsewhereView[];
  readonly history: readonly EventView[];
  /** The server's own notes of it. */
  readonly notes: readonly string[];
}

/** A label and what was answered; `value` may have several lines. */
export interface Answer {
  readonly label: string;
  readonly value: string;
}

/** A photo or another file of an enquiry. */
export interface PictureView {
  /** The visitor's name of it, made inert. */
  readonly name: string;
  /** A media type. */
  readonly type: string;
  readonly bytes?: number;
  /** `pending`: it is still made; `withheld`: it is no picture; `quarantined`: it could not be made; `gone`: it is not there any more. */
  readonly state: 'ready' | 'pending' | 'withheld' | 'quarantined' | 'gone';
  /** `GET` of the whole file, and of its small picture; absent where it cannot be had. */
  readonly address?: string;
  readonly previewAddress?: string;
}

/** One try to send the mail. */
export interface TryView {
  readonly at: number;
  readonly to: string;
  readonly outcome: 'sent' | 'waiting' | 'redirected' | 'failed';
  /** What the mail server, or the system, said; and what that comes to, in plain words of the reader's language. */
  readonly reason?: string;
  readonly why?: string;
}

/** What goes to a destination besides the mail. */
export interface ElsewhereView {
  /** Its id in the content. */
  readonly destination: string;
  /** `held`: until the enquiry is released. */
  readonly state: 'waiting' | 'sent' | 'failed' | 'held';
  readonly dueAt?: number;
  /** The last one last; `reason` is the server's, in English, and names what to mend. */
  readonly tries: readonly {
    readonly at: number;
    readonly outcome: 'sent' | 'waiting' | 'failed';
    readonly reason?: string;
  }[];
}

/** `POST /enquiries/:id/redeliver`: answered with `DeskEnquiryView`. 409 `not-there` where it has no such delivery any more. */
export interface RedeliverRequest {
  readonly destination: string;
}

/** What became of the visitor's receipt. It is sent once, whatever becomes of the enquiry. */
export interface ReceiptView {
  /** `held`: until its page has proven its effort; from `bad-address` on: there is none, and why. */
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
  /** When it was tried the last time, and when it is tried again. */
  readonly at?: number;
  readonly dueAt?: number;
  /** Why it was not taken, in plain words of the reader's language. */
  readonly why?: string;
}

/** Something that was done with it; `by` is absent of the command line. */
export type EventView = { readonly number: number; readonly at: number; readonly by?: PersonName } & (
  | { readonly kind: 'handled'; readonly from: HandlingState; readonly to: HandlingState }
  | { readonly kind: 'assigned'; readonly to?: PersonName }
  | { readonly kind: 'noted'; readonly text: string }
  | { readonly kind: 'resent' | 'released'; readonly to: string }
  | { readonly kind: 'forwarded'; readonly office: Named; readonly from?: Named; readonly to: string }
);

/**
 * `POST /enquiries/:id/handling`: answered with `DeskEnquiryView`. 409 `changed` where somebody has done something with it since `seen`.
 * `assignee`: a person's id; null gives it back.
 */
export interface HandlingRequest {
  readonly seen: { readonly state: HandlingState; readonly assignee?: string };
  readonly state?: HandlingState;
  readonly assignee?: string | null;
}

/** `POST /enquiries/:id/notes`: answered with `DeskEnquiryView`. At most `longestNote` characters. */
export interface NoteRequest {
  readonly text: string;
}

/** `POST /enquiries/:id/forward`: to an office; answered with `DeskEnquiryView`. `POST …/release` takes nothing. */
export interface ForwardRequest extends ResendRequest {
  readonly office: Id;
}

/** `POST /enquiries/:id/resend`: answered with `DeskEnquiryView`. */
export interface ResendRequest {
  /**
   * The number in the history of the last event that queued its mail (`resent`, `forwarded`, `released`), 0 where there is none: 409 `changed`
   * where somebody has queued it since. Absent: it is queued whatever was done.
   */
  readonly seen?: { readonly queued: number };
}

/** Why something with an enquiry is refused. */
export type DeskRefusal =
  /** 404 */
  | { readonly error: 'not-found' }
  /** 409: with the enquiry as it is now. */
  | { readonly error: 'changed'; readonly enquiry: DeskEnquiryView }
  /** 409: nobody to send it to; it is suspected; it is not; an older version stored it without a mail. */
  | { readonly error: 'not-there' | 'no-recipient' | 'suspected' | 'not-suspected' | 'not-worded' }
  /** 400: with what is wrong, and the most there may be where it is too much. */
  | {
      readonly error: 'bad-request';
      readonly field: string;
      readonly message: string;
      readonly most?: number;
    };

/** Of the stream of events: something arrived, or was done; whoever shows enquiries looks again. */
export interface DeskEvent {
  readonly kind: 'enquiries';
  /** The number of the latest enquiry that they may see. */
  readonly latest: number;
}
