/**
 * The JSON messages between studio and server about people. Addresses are relative to `/studio/api`. Times
 * are milliseconds since 1970 UTC. A refusal has the body of a `PeopleRefusal`.
 */

/** The permissions of a person. Each role includes the one before it. */
export type Role = 'viewer' | 'editor' | 'publisher' | 'owner';

/**
 * A permission for enquiries. `read`: see and find them. `handle`: also assign, answer, resend, forward,
 * release and export them. `erase`: also erase them and set the retention rules. Each includes the one before
 * it.
 */
export type EnquiryRight = 'read' | 'handle' | 'erase';

/**
 * A role and a right for enquiries, and the types and sites to which both are limited. An owner has all
 * rights without limits.
 */
export interface AccessScope {
  readonly role: Role;
  /** Absent: they see no enquiries. */
  readonly enquiries?: EnquiryRight;
  /** Keys of enquiry types (`service`); absent: all. */
  readonly types?: readonly string[];
  /** Ids of sites; absent: all. */
  readonly sites?: readonly string[];
}

/** The answer of `GET /me`: the person who asks. */
export interface SignedInPerson extends AccessScope {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly via: 'session' | 'token';
  /** False if they sign in by the provider only. */
  readonly hasPassword: boolean;
  readonly secondFactor?: SecondFactorView;
}

export interface SecondFactorView {
  readonly since: number;
  readonly recoveryCodesLeft: number;
}

/** The state that the sign-in pages need. The server answers it to everybody; `useAuthView` requests it. */
export interface AuthView {
  /** True if nobody has an account yet. The link that the server printed at start creates the first owner. */
  readonly isFirst: boolean;
  /** True if the server mails links. Otherwise an owner copies them, and nobody is offered a reset. */
  readonly isMailing: boolean;
  /**
   * The name of an OpenID provider, which starts at `/studio/oidc/start?to=PATH`. A refused person returns to
   * `/studio?refused=not-invited` (no account and no invitation has that mail address) or `provider-failed`.
   */
  readonly provider?: string;
  /** The minimum number of characters of a password. */
  readonly shortestPassword: number;
  /** The person who is signed in in this browser. Absent if nobody is. */
  readonly me?: SignedInPerson;
}

/**
 * The body of `POST /sign-in`, for everybody. `code` is a code of the second factor or a recovery code.
 * Refused with 403 `wrong-password`, which does not reveal if the name exists; with 403 `code-needed` or
 * `wrong-code` after a correct password; with 429 `too-many-requests`.
 */
export interface SignInRequest {
  /** A name, or a mail address. */
  readonly name: string;
  readonly password: string;
  readonly code?: string;
}

/** The answer after signing in, which sets the cookie. `POST /sign-out` removes it. */
export interface SignedInAnswer {
  readonly ok: true;
  readonly me: SignedInPerson;
}

/**
 * The body of `POST /welcome`, for whoever has the link `/studio/welcome#TOKEN`. Creates an owner and signs
 * them in. 410 `link-ended`.
 */
export interface WelcomeRequest {
  readonly word: string;
  /** Absent: `owner`. 409 `name-taken`. */
  readonly name?: string;
  readonly password: string;
  readonly email?: string;
}

/**
 * The answer of `POST /invitation {word}`, for whoever has the link `/studio/invitation#TOKEN`. 410
 * `link-ended`.
 */
export interface OfferedInvitation extends AccessScope {
  /** The names of its types and sites, in the reader's language. */
  readonly names: Pick<AccessScope, 'types' | 'sites'>;
  readonly email: string;
  /** The name of the person who invites. */
  readonly by: string;
  readonly expiresAt: number;
}

/** The body of `POST /invitation/accept`. Creates the account and signs in (`SignedInAnswer`). */
export interface AcceptInvitationRequest {
  readonly word: string;
  readonly name: string;
  readonly password: string;
}

/**
 * The body of `POST /reset-request`, for everybody. Answered `{ok: true}` even if the name does not exist.
 */
export interface ResetLinkRequest {
  /** A name, or a mail address. */
  readonly name: string;
}

/**
 * The body of `POST /reset`, for whoever has the link `/studio/reset#TOKEN`. Answered `{ok: true}`. Ends all
 * sessions of the person and signs nobody in. 410 `link-ended`.
 */
export interface ResetRequest {
  readonly word: string;
  readonly password: string;
  /** True if all their tokens end as well. */
  readonly endsTokens?: boolean;
}

/**
 * The body of `POST /me`: changes the name or the mail address; answered with `SignedInPerson`. An empty
 * `email` removes the address. A new address needs the password: 403 `wrong-password`.
 */
export interface MeRequest {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

/**
 * The body of `POST /me/password`, answered `{ok: true}`. Ends the person's other sessions and their links
 * for a new password. 403 `wrong-password`.
 */
export interface PasswordRequest {
  readonly current: string;
  readonly password: string;
  /** True if all their tokens end as well. */
  readonly endsTokens?: boolean;
}

/**
 * One session: `GET /me/sessions` and, for an owner, `GET /people/:id/sessions`, the latest used first.
 * `DELETE` on either with `/:session` ends one; `DELETE /me/sessions` ends the person's other sessions;
 * `DELETE /people/:id/sessions` ends all.
 */
export interface SessionView {
  readonly id: string;
  /** True for the session of this request. */
  readonly isThis: boolean;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  /** The browser and the system, the same in every language: `Firefox, Linux`. Empty if unknown. */
  readonly browser: string;
  readonly address: string;
}

/**
 * The answer of `POST /me/second-factor/begin {password}`: the data for an authenticator app. Nothing changes
 * until a code has been confirmed.
 */
export interface SecondFactorOffer {
  /** Base32, for manual entry. */
  readonly secret: string;
  /** `otpauth://totp/…` */
  readonly uri: string;
  /** Sent back with the code. Sealed, and valid in this session for half an hour. */
  readonly offer: string;
}

/**
 * The answer of `POST /me/second-factor/confirm {code, offer}`, and of `POST /me/second-factor/recovery-codes
 * {password}` for new codes. Shown once. 403 `wrong-code`. `POST /me/second-factor/remove {password}` removes
 * the second factor; answered with `SignedInPerson`.
 */
export interface RecoveryCodesAnswer {
  readonly recoveryCodes: readonly string[];
}

/**
 * An access token for a program. `GET /tokens` lists the person's own, and for an owner all. `DELETE
 * /tokens/:id` ends one; a token may end only itself.
 */
export interface TokenView extends AccessScope {
  readonly id: string;
  readonly purpose: string;
  /** The owner of the token. It never has more permissions than they have. */
  readonly person: { readonly id: string; readonly name: string };
  readonly isOwn: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Absent if never used. */
  readonly usedAt?: number;
  /** Its first characters, to recognise it by: `slipway_Ab3d`. */
  readonly start: string;
  /** The stored record is damaged: the token is not accepted, and can be ended. */
  readonly isDamaged?: true;
}

/** The body of `POST /tokens`: creates a token of the person's own role at most. */
export interface TokenRequest {
  readonly purpose: string;
  readonly role: Role;
  readonly enquiries?: EnquiryRight;
  /** At most a year from now. */
  readonly expiresAt: number;
}

/** The answer with the token itself, which is shown only once. */
export interface NewTokenAnswer {
  readonly token: string;
  readonly view: TokenView;
}

/** The answer of `GET /people`, for an owner. */
export interface PeopleView {
  readonly people: readonly PersonView[];
  readonly invitations: readonly InvitationView[];
}

/**
 * A person with an account. `DELETE /people/:id` removes them and ends their sessions and tokens. 409
 * `last-owner`.
 */
export interface PersonView extends AccessScope {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly isMe: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  /** The time at which a session or token of theirs was last used. Absent if never. */
  readonly seenAt?: number;
  /** The stored record is damaged: they cannot sign in, and can be removed. */
  readonly isDamaged?: true;
}

/**
 * The body of `POST /people/:id/reach`: changes role and limits at once; answered with `PersonView`. 409
 * `last-owner`.
 */
export type AccessScopeRequest = AccessScope;

/** `POST /people/:id/remove-second-factor` is for people who have lost theirs; answered with `PersonView`. */

/**
 * An invitation that is not accepted yet. `DELETE /invitations/:id` withdraws it; `POST
 * /invitations/:id/again` sends a new link.
 */
export interface InvitationView extends AccessScope {
  readonly id: string;
  readonly email: string;
  /**
   * The stored record is damaged: nobody can accept it, and it can be withdrawn. The inviter and the offered
   * role are unknown.
   */
  readonly isDamaged?: true;
  readonly by: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** The body of `POST /invitations`. 409 `mail-taken` if an account has this address. */
export interface InvitationRequest extends AccessScope {
  readonly email: string;
}

/** The answer for a link of an invitation, or of a password reset (`POST /people/:id/reset`). */
export interface LinkAnswer {
  /** False if the server sends no mails or the mail was refused. Then somebody must pass the link on. */
  readonly isMailed: boolean;
  /** Present if it was not mailed. */
  readonly link?: string;
  readonly expiresAt: number;
}

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
  | 'content-accepted'
  | 'preview-shared'
  | 'preview-revoked'
  | 'comment-deleted'
  | 'review-requested'
  | 'review-returned'
  | 'review-withdrawn'
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
  | 'enquiry-replied'
  | 'enquiry-redelivered'
  | 'destination-switched-on'
  | 'enquiry-released'
  | 'enquiry-marked-as-spam'
  | 'suspected-erased'
  | 'block-added'
  | 'block-removed'
  | 'enquiry-erased'
  | 'enquiries-exported';

export interface AuditEntry {
  /** Counts from 1 without a gap. */
  readonly number: number;
  readonly at: number;
  readonly action: AuditAction;
  /**
   * The person, with their name at that time. `id` is absent for the server itself and for unknown people.
   */
  readonly who: { readonly id?: string; readonly name: string; readonly via?: 'session' | 'token' };
  /** The client's address. Absent for the server itself. */
  readonly from?: string;
  /** The target of the action: a name, or a version's number. */
  readonly about?: string;
  /** Plain values by name. */
  readonly details?: { readonly [name: string]: string | number | boolean | readonly string[] };
  /** The hash of this entry together with the hash of the entry before it. */
  readonly hash: string;
  /** The stored record is damaged, so that nothing else about it is known. */
  readonly isDamaged?: true;
}

/**
 * The answer of `GET /audit`, for an owner, the latest first. Parameters: `before` (a number), `action`,
 * `person` (an id), `from` and `until` (times), `search`. `GET /audit/export?format=jsonl|csv` with the same
 * filters returns all entries as a file, the first one first.
 */
export interface AuditListView {
  readonly entries: readonly AuditEntry[];
  /** The `before` of the next page. Absent on the last page. */
  readonly next?: number;
  /**
   * The number of the first entry that was changed, or before which entries are missing. Absent if the chain
   * of hashes is intact.
   */
  readonly brokenAt?: number;
}

/**
 * The reason why a request is refused, with its status. The body of every answer that is none of the above.
 */
export type PeopleRefusal =
  /**
   * 401: nobody is signed in, or the session has ended; `token-ended` and `unknown-token` concern the token
   * of a program.
   */
  | { readonly error: 'signed-out' | 'token-ended' | 'unknown-token'; readonly message: string }
  /** 403: another role is needed. */
  | { readonly error: 'not-allowed'; readonly needs: Role; readonly message: string }
  /** 403: they see no enquiries, or lack the right for this. */
  | { readonly error: 'not-for-enquiries'; readonly needs: EnquiryRight; readonly message: string }
  /**
   * 403: a draft or a change outside of the person's limits, or one that needs another role. `outside` lists the
   * parts.
   */
  | {
      readonly error: 'outside-reach';
      readonly outside: readonly string[];
      readonly needs?: Role;
      readonly message: string;
    }
  /**
   * 503: the draft cannot be opened; the message says why. If `isMendable`, an owner can continue with the
   * readable part by `POST /draft/mend`. Otherwise the next request tries again.
   */
  | { readonly error: 'no-draft'; readonly message: string; readonly isMendable: boolean }
  /** 503: something else in the store cannot be read. */
  | { readonly error: 'not-readable'; readonly message: string }
  /** 403: the request comes from a page of another site, or does not say where it comes from. */
  | { readonly error: 'foreign'; readonly message: string }
  | { readonly error: 'wrong-password' | 'code-needed' | 'wrong-code' }
  /** 429 */
  | { readonly error: 'too-many-requests'; readonly retryAfterS: number }
  /** 410: used, withdrawn or expired. */
  | { readonly error: 'link-ended' }
  /** 409 */
  | { readonly error: 'name-taken' | 'mail-taken' | 'last-owner' }
  /** 400. */
  | { readonly error: 'weak-password'; readonly reason: 'too-short' | 'too-long' | 'too-plain' }
  | { readonly error: 'bad-request'; readonly field?: string; readonly message: string }
  /** 404 */
  | { readonly error: 'not-found' }
  /** 507: the server's disk is full. The request can be repeated once there is room. */
  | { readonly error: 'store-full' };
