/**
 * What the studio's page and its server say to each other of people; plain JSON. Addresses are those below `/studio/api`. Every time is
 * milliseconds since 1970 UTC. What is refused has the body of a `PeopleRefusal`.
 */

/** What somebody may do: each role all that the one before it may, and more. */
export type Role = 'viewer' | 'editor' | 'publisher' | 'owner';

/**
 * What somebody may do with enquiries: see and find them; also look after them (hold, answer, send again, forward, release, export);
 * also erase them, and say how long they are kept. Each all that the one before it may.
 */
export type EnquiryRight = 'read' | 'handle' | 'erase';

/** A role with what one may do with enquiries, and what both are limited to. An owner is limited to nothing, and may all of it. */
export interface Reach {
  readonly role: Role;
  /** Absent: nobody's enquiry is shown to them. */
  readonly enquiries?: EnquiryRight;
  /** Keys of enquiry types (`service`); absent: all. */
  readonly types?: readonly string[];
  /** Ids of sites; absent: all. */
  readonly sites?: readonly string[];
}

/** `GET /me`: whoever asks. */
export interface Me extends Reach {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly via: 'session' | 'token';
  /** False: they sign in by the provider alone. */
  readonly hasPassword: boolean;
  /** Absent: none is set up. */
  readonly secondFactor?: SecondFactorView;
}

/** A second factor that is set up. */
export interface SecondFactorView {
  readonly since: number;
  readonly recoveryCodesLeft: number;
}

/** `GET /door`, for everybody: what the pages in front of the door need to know. */
export interface DoorView {
  /** Nobody has an account yet: the link that was printed at start makes the first owner. */
  readonly isFirst: boolean;
  /** Links are mailed; otherwise an owner copies them, and nobody is offered a reset. */
  readonly isMailing: boolean;
  /**
   * People may also sign in at `/studio/oidc/start?to=PATH`, by a provider of this name. Who is not let in comes back to
   * `/studio?refused=not-invited` (nobody of that mail address has an account, or was invited) or `provider-failed`.
   */
  readonly provider?: string;
  /** The fewest characters of a password. */
  readonly shortestPassword: number;
  /** Who is signed in in this browser; absent: nobody is. */
  readonly me?: Me;
}

/**
 * `POST /sign-in`, for everybody; `code` is of the second factor, or a recovery code. Refused with 403 `wrong-password`, which says nothing
 * of whether there is such a name; 403 `code-needed` and `wrong-code`, after a right password; 429 `too-many-requests`.
 */
export interface SignInRequest {
  /** A name, or a mail address. */
  readonly name: string;
  readonly password: string;
  readonly code?: string;
}

/** What came of signing in: the cookie is set. `POST /sign-out` takes it back. */
export interface SignedInAnswer {
  readonly ok: true;
  readonly me: Me;
}

/** `POST /welcome`, for whoever has the link `/studio/welcome#WORD`: becomes an owner, and is signed in. 410 `link-ended`. */
export interface WelcomeRequest {
  readonly word: string;
  /** Absent: `owner`. 409 `name-taken`. */
  readonly name?: string;
  readonly password: string;
  readonly email?: string;
}

/** `POST /invitation {word}`, for whoever has the link `/studio/invitation#WORD`: what it offers. 410 `link-ended`. */
export interface OfferedInvitation extends Reach {
  /** The names of its types and sites, in the language of whoever asks. */
  readonly names: Pick<Reach, 'types' | 'sites'>;
  readonly email: string;
  /** Who invites. */
  readonly by: string;
  readonly expiresAt: number;
}

/** `POST /invitation/accept`: makes the account, and signs in (`SignedInAnswer`). */
export interface AcceptRequest {
  readonly word: string;
  readonly name: string;
  readonly password: string;
}

/** `POST /reset-request`, for everybody: answered `{ok: true}` whether there is such a name or not. */
export interface ResetWish {
  /** A name, or a mail address. */
  readonly name: string;
}

/**
 * `POST /reset`, for whoever has the link `/studio/reset#WORD`: `{ok: true}`. All their sessions end; nobody is signed in by it. 410
 * `link-ended`.
 */
export interface ResetRequest {
  readonly word: string;
  readonly password: string;
  /** All their tokens end, too. */
  readonly endsTokens?: boolean;
}

/**
 * `POST /me`: changes the name or the mail address; answered with `Me`. An empty `email` takes it away. Another one asks for the password:
 * 403 `wrong-password`.
 */
export interface MeRequest {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

/** `POST /me/password`: `{ok: true}`; one's other sessions end, and links for a new password. 403 `wrong-password`. */
export interface PasswordRequest {
  readonly current: string;
  readonly password: string;
  /** All one's tokens end, too. */
  readonly endsTokens?: boolean;
}

/**
 * One session: `GET /me/sessions` and, for an owner, `GET /people/:id/sessions`, the latest seen first. `DELETE` on either with `/:session`
 * ends one; `DELETE /me/sessions` ends one's others; `DELETE /people/:id/sessions` ends all of theirs.
 */
export interface SessionView {
  readonly id: string;
  /** It is the one that asks. */
  readonly isThis: boolean;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  /** The browser, in words that are the same in every language: `Firefox, Linux`; empty: not known. */
  readonly browser: string;
  readonly address: string;
}

/** `POST /me/second-factor/begin {password}`: what an authenticator takes. Nothing holds before a code has been given. */
export interface SecondFactorOffer {
  /** Base32, to be typed in. */
  readonly secret: string;
  /** `otpauth://totp/…` */
  readonly uri: string;
  /** Goes back with the code; sealed, and good for this session for half an hour. */
  readonly offer: string;
}

/**
 * `POST /me/second-factor/confirm {code, offer}`, and `POST /me/second-factor/recovery-codes {password}` for new ones: shown once. 403
 * `wrong-code`. `POST /me/second-factor/remove {password}` takes it away: answered with `Me`.
 */
export interface RecoveryCodesAnswer {
  readonly recoveryCodes: readonly string[];
}

/** A token for a program: `GET /tokens`, one's own, and for an owner everybody's. `DELETE /tokens/:id` ends one; a token itself alone. */
export interface TokenView extends Reach {
  readonly id: string;
  /** What it is for, in the words of whoever made it. */
  readonly purpose: string;
  /** Whose it is: it may never do more than they may. */
  readonly person: { readonly id: string; readonly name: string };
  readonly isOwn: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Absent: never. */
  readonly usedAt?: number;
  /** Its first characters, to tell it by: `slipway_Ab3d`. */
  readonly start: string;
  /** What is stored of it is damaged: it lets nobody in, and can be ended. */
  readonly isDamaged?: true;
}

/** `POST /tokens`: one of one's own, of one's own role at most. */
export interface TokenRequest {
  readonly purpose: string;
  readonly role: Role;
  readonly enquiries?: EnquiryRight;
  /** At most a year from now. */
  readonly expiresAt: number;
}

/** The token itself is shown this once. */
export interface NewTokenAnswer {
  readonly token: string;
  readonly view: TokenView;
}

/** `GET /people`, for an owner. */
export interface PeopleView {
  readonly people: readonly PersonView[];
  readonly invitations: readonly InvitationView[];
}

/** Somebody with an account. `DELETE /people/:id` removes them: their sessions and tokens end. 409 `last-owner`. */
export interface PersonView extends Reach {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly isMe: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  /** When a session or token of theirs was last used; absent: never. */
  readonly seenAt?: number;
  /** What is stored of them is damaged: they cannot sign in, and can be removed. */
  readonly isDamaged?: true;
}

/** `POST /people/:id/reach`: another role, or other limits; holds at once; answered with `PersonView`. 409 `last-owner`. */
export type ReachRequest = Reach;

/** `POST /people/:id/remove-second-factor`: for whoever has lost theirs; answered with `PersonView`. */

/** An invitation that nobody has accepted yet. `DELETE /invitations/:id` takes it back; `POST /invitations/:id/again` sends a new link. */
export interface InvitationView extends Reach {
  readonly id: string;
  readonly email: string;
  /** True where its row is damaged: nobody can accept it, and it can be taken back. Who invited, and to what, is not known. */
  readonly isDamaged?: true;
  readonly by: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** `POST /invitations`: 409 `mail-taken` where somebody has an account with it. */
export interface InvitationRequest extends Reach {
  readonly email: string;
}

/** Of an invitation, or (`POST /people/:id/reset`) of a new password for somebody. */
export interface LinkAnswer {
  /** True: it was mailed; false: no mail is sent here, or the mail server did not take it, so the link is to be handed over. */
  readonly isMailed: boolean;
  /** Where it was not mailed. */
  readonly link?: string;
  readonly expiresAt: number;
}

/** What is noted in the audit log. */
export type AuditAction =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'session-ended'
  | 'owner-made'
  | 'person-invited'
  | 'invitation-ended'
  | 'invitation-accepted'
  | 'person-changed'
  | 'person-removed'
  | 'account-changed'
  | 'password-changed'
  | 'reset-asked'
  | 'second-factor-set-up'
  | 'second-factor-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'token-made'
  | 'token-ended'
  | 'draft-changed'
  | 'draft-pushed'
  | 'draft-mended'
  | 'published'
  | 'scheduled'
  | 'schedule-cancelled'
  | 'schedule-refused'
  | 'went-live'
  | 'restored'
  | 'exported'
  | 'imported'
  | 'audit-exported'
  | 'erased'
  | 'person-looked-up'
  | 'person-exported'
  | 'retention-changed'
  | 'retention-applied'
  | 'enquiry-forwarded'
  | 'enquiry-redelivered'
  | 'destination-switched-on'
  | 'enquiry-released'
  | 'suspected-erased'
  | 'enquiry-erased'
  | 'enquiries-exported';

/** One entry of the audit log. */
export interface AuditEntry {
  /** Counts from 1 without a gap. */
  readonly number: number;
  readonly at: number;
  readonly action: AuditAction;
  /** Whose action it was, as they were called then; `id` is absent of the server itself, and of who is not known. */
  readonly who: { readonly id?: string; readonly name: string; readonly via?: 'session' | 'token' };
  /** From which address; absent of the server itself. */
  readonly from?: string;
  /** What it was done to, in words: a name, a version's number. */
  readonly about?: string;
  /** Plain values by name. */
  readonly details?: { readonly [name: string]: string | number | boolean | readonly string[] };
  /** Of this entry and the hash of the one before it. */
  readonly hash: string;
  /** What is stored of it is damaged, so that no more of it is known. */
  readonly isDamaged?: true;
}

/**
 * `GET /audit`, for an owner, the latest first: `before` (a number), `action`, `person` (an id), `from` and `until` (times), `search`.
 * `GET /audit/export?format=jsonl|csv` with the same filters gives all of them as a file, the first one first.
 */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The `before` of the next page; absent: there is none. */
  readonly next?: number;
  /** The first entry that is not as it was written, or before which some are missing; absent: all hang together. */
  readonly brokenAt?: number;
}

/** Why something is refused, with its status: the body of every answer that is none of the above. */
export type PeopleRefusal =
  /** 401: nobody is signed in, or no longer; `token-ended` and `unknown-token` of a program's. */
  | { readonly error: 'signed-out' | 'token-ended' | 'unknown-token'; readonly message: string }
  /** 403: another role may. */
  | { readonly error: 'not-allowed'; readonly needs: Role; readonly message: string }
  /** 403: nobody's enquiry is shown to them, or they may do less with it. */
  | { readonly error: 'not-for-enquiries'; readonly needs: EnquiryRight; readonly message: string }
  /** 403: a draft or a change that lies outside what somebody is limited to, with what of it does. */
  | { readonly error: 'outside-reach'; readonly outside: readonly string[]; readonly message: string }
  /**
   * 503: the draft cannot be opened, with why. Where `isMendable`, an owner goes on with what can be read of it by `POST /draft/mend`; else
   * it is tried again with the next request.
   */
  | { readonly error: 'no-draft'; readonly message: string; readonly isMendable: boolean }
  /** 503: something else that the server has stored cannot be read. */
  | { readonly error: 'not-readable'; readonly message: string }
  /** 403: another site's page asks, or one that does not say which it is. */
  | { readonly error: 'foreign'; readonly message: string }
  | { readonly error: 'wrong-password' | 'code-needed' | 'wrong-code' }
  /** 429 */
  | { readonly error: 'too-many-requests'; readonly retryAfterS: number }
  /** 410: it was used, taken back, or has expired. */
  | { readonly error: 'link-ended' }
  /** 409 */
  | { readonly error: 'name-taken' | 'mail-taken' | 'last-owner' }
  /** 400, with what is wrong. */
  | { readonly error: 'weak-password'; readonly reason: 'too-short' | 'too-long' | 'too-plain' }
  | { readonly error: 'bad-request'; readonly field?: string; readonly message: string }
  /** 404 */
  | { readonly error: 'not-found' }
  /** 507: the server's disk is full; what is asked again once there is room is done. */
  | { readonly error: 'store-full' };
