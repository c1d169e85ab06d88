import type { AccessScope, AuditAction, AuditEntry, EnquiryRight } from '../../../api/people.ts';
import type { MaybeDamaged } from './stored-json.ts';

export interface PersonEntry extends AccessScope {
  /** A UUID. */
  readonly id: string;
  /** The name for signing in and for display. Unique regardless of case. */
  readonly name: string;
  /** Unique regardless of case. */
  readonly email?: string;
  /** In the format of `createPasswords`. Absent: they sign in by the provider only. */
  readonly password?: string;
  /** Their identity at the provider: its issuer and their subject. */
  readonly subject?: string;
  readonly secondFactor?: SecondFactorEntry;
  readonly createdAt: number;
}

/** A time-based second factor (RFC 6238). */
export interface SecondFactorEntry {
  /** Encrypted, so that the database alone cannot generate codes. */
  readonly secret: string;
  readonly since: number;
  /** The time step of the last code that was accepted. Earlier codes are refused. */
  readonly lastStep: number;
  readonly recoveryCodes: readonly string[];
}

export interface SeenPerson extends PersonEntry, MaybeDamaged {
  /** The time of the last use of a session or token; absent: never. */
  readonly seenAt?: number;
}

/** A key to find a person: id, name or mail address regardless of case, or the provider's identity. */
export type PersonKey =
  | { readonly id: string }
  | { readonly name: string }
  | { readonly email: string }
  | { readonly subject: string };

/** A change of a person; null removes the value. */
export interface PersonChange extends Partial<Pick<AccessScope, 'role'>> {
  readonly name?: string;
  readonly email?: string | null;
  readonly enquiries?: EnquiryRight | null;
  readonly types?: readonly string[] | null;
  readonly sites?: readonly string[] | null;
  readonly password?: string;
  readonly subject?: string;
  readonly secondFactor?: SecondFactorEntry | null;
}

/** The result of a change of people. Unless it is `done`, nothing has changed. */
export type PersonOutcome =
  | { readonly kind: 'done'; readonly person: PersonEntry }
  | { readonly kind: PersonFault };

/**
 * The reason for which a change of people is refused: nobody has that id; another person has the name or the
 * mail address; no owner would be left; the requester is not or no longer an owner; the one-time token is
 * invalid.
 */
export type PersonFault = 'unknown' | 'name-taken' | 'mail-taken' | 'last-owner' | 'not-owner' | 'word-ended';

export interface SessionEntry {
  /** SHA-256 of the token in the cookie. The token itself is stored nowhere. */
  readonly hash: string;
  /** A UUID by which pages refer to the session. */
  readonly id: string;
  readonly person: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  /** For display: `Firefox, Linux`; empty if unknown. */
  readonly browser: string;
  /** The address from which it was last used. */
  readonly address: string;
}

/** A single-use token in a link that was mailed or printed. */
export interface OneTimeToken {
  /** SHA-256 of the token. The token itself is stored nowhere. */
  readonly hash: string;
  readonly id: string;
  /**
   * The purpose: becoming the first owner; becoming another owner, with access to the machine; accepting an
   * invitation; setting a new password.
   */
  readonly use: 'first-owner' | 'owner' | 'invitation' | 'reset';
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly person?: string;
  /** The owner who requested the password reset; absent if the person requested it. */
  readonly byId?: string;
  /**
   * The rights that an invitation offers, its recipient, and the inviting person; `byId` is absent in an
   * invitation of an earlier release.
   */
  readonly invitation?: AccessScope & { readonly email: string; readonly by: string; readonly byId?: string };
}

/** An invitation in a list. A damaged one cannot be accepted and has no `invitation`. */
export interface ListedInvitation extends OneTimeToken, MaybeDamaged {
  /** For a damaged one: the mail address of the recipient, in lower case. */
  readonly email?: string;
}

export interface TokenEntry extends AccessScope {
  /** SHA-256 of the token. The token itself is stored nowhere. */
  readonly hash: string;
  readonly id: string;
  readonly person: string;
  readonly purpose: string;
  /** The first characters of the token, to recognise it by: `slipway_Ab3d`. */
  readonly start: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt?: number;
}

export interface ListedToken extends TokenEntry, MaybeDamaged {}

export type NewAuditEntry = Omit<AuditEntry, 'number' | 'hash'>;

export interface AuditQuery {
  /** Entries with a lower number, the latest first; absent: from the latest. */
  readonly before?: number;
  /** Alternative to `before`: entries with a higher number, the earliest first. */
  readonly after?: number;
  readonly limit: number;
  readonly action?: AuditAction;
  readonly person?: string;
  /** At this time or later, and before `until`. */
  readonly from?: number;
  readonly until?: number;
  /** A text in a name, an address or the subject of the action, regardless of case. */
  readonly search?: string;
}
