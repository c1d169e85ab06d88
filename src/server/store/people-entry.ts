import type { AuditAction, AuditEntry, EnquiryRight, Reach } from '../../studio/protocol-people.ts';
import type { FromRow } from './stored-json.ts';

/** Somebody with an account in the studio. */
export interface PersonEntry extends Reach {
  /** A UUID. */
  readonly id: string;
  /** As they sign in, and as others see them; no two are alike but for their case. */
  readonly name: string;
  /** Likewise. */
  readonly email?: string;
  /** As `createPasswords` writes it; absent: they sign in by the provider alone. */
  readonly password?: string;
  /** Who they are to the provider: its issuer and their subject. */
  readonly subject?: string;
  readonly secondFactor?: SecondFactorEntry;
  readonly createdAt: number;
}

/** A second factor by time (RFC 6238). */
export interface SecondFactorEntry {
  /** Sealed: the database alone makes no codes. */
  readonly secret: string;
  readonly since: number;
  /** Of the last code that was taken: no earlier one is. */
  readonly lastStep: number;
  /** Hashes of the recovery codes that are left. */
  readonly recoveryCodes: readonly string[];
}

/** A person as others see them. */
export interface SeenPerson extends PersonEntry, FromRow {
  /** When a session or a token of theirs was last used; absent: never. */
  readonly seenAt?: number;
}

/** How a person is found: by id, by a name or mail address whatever its case, by what the provider calls them. */
export type PersonKey =
  | { readonly id: string }
  | { readonly name: string }
  | { readonly email: string }
  | { readonly subject: string };

/** What changes of a person; null takes it away. */
export interface PersonChange extends Partial<Pick<Reach, 'role'>> {
  readonly name?: string;
  readonly email?: string | null;
  readonly enquiries?: EnquiryRight | null;
  readonly types?: readonly string[] | null;
  readonly sites?: readonly string[] | null;
  readonly password?: string;
  readonly subject?: string;
  readonly secondFactor?: SecondFactorEntry | null;
}

/** What became of a change of people; whatever is not done has changed nothing. */
export type PersonOutcome =
  | { readonly kind: 'done'; readonly person: PersonEntry }
  | { readonly kind: PersonFault };

/**
 * Why a change of people is not made: there is nobody of that id; the name or the mail address is another's; no owner would be left; who
 * asks for it is no owner (any more); the word that it goes by does not hold.
 */
export type PersonFault = 'unknown' | 'name-taken' | 'mail-taken' | 'last-owner' | 'not-owner' | 'word-ended';

/** A session of somebody who has signed in. */
export interface SessionEntry {
  /** SHA-256 of the word in the cookie, which stands nowhere else. */
  readonly hash: string;
  /** A UUID, by which it is spoken of. */
  readonly id: string;
  readonly person: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  /** In words: `Firefox, Linux`; empty: not known. */
  readonly browser: string;
  /** Where it was last seen. */
  readonly address: string;
}

/** A word that is good for one thing, once: in a link that was mailed or printed. */
export interface WordEntry {
  /** SHA-256 of the word, which stands nowhere else. */
  readonly hash: string;
  readonly id: string;
  /** Becoming the first owner; another owner, for whoever has the machine; an account; a new password. */
  readonly use: 'first-owner' | 'owner' | 'invitation' | 'reset';
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whose password it is for. */
  readonly person?: string;
  /** The owner who asked for the reset of a password; absent where whoever it is of asked. */
  readonly byId?: string;
  /** The rights that an invitation offers, its recipient, and the person who invites; `byId` is absent in an invitation of an earlier release. */
  readonly invitation?: Reach & { readonly email: string; readonly by: string; readonly byId?: string };
}

/** An invitation as it is listed; one that is damaged opens nothing, and has no `invitation`. */
export interface ListedInvitation extends WordEntry, FromRow {
  /** Of one that is damaged: the mail address that it was for, in lower case. */
  readonly email?: string;
}

/** A token for a program. */
export interface TokenEntry extends Reach {
  /** SHA-256 of the token, which stands nowhere else. */
  readonly hash: string;
  readonly id: string;
  readonly person: string;
  readonly purpose: string;
  readonly start: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt?: number;
}

/** A token in a list. */
export interface ListedToken extends TokenEntry, FromRow {}

/** What is to be noted in the audit log. */
export type NewAuditEntry = Omit<AuditEntry, 'number' | 'hash'>;

/** Which entries of the audit log. */
export interface AuditQuery {
  /** Those with a lower number, the latest first; absent: from the latest. */
  readonly before?: number;
  /** In place of it: those with a higher number, the first one first. */
  readonly after?: number;
  readonly limit: number;
  readonly action?: AuditAction;
  /** The id of who did it. */
  readonly person?: string;
  /** From this time on, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** Stands in a name, an address, or in what it was done to, whatever its case. */
  readonly search?: string;
}
