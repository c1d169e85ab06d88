import type { AuditEntry } from '../../../api/people.ts';
import type {
  AuditQuery,
  ListedInvitation,
  ListedToken,
  NewAuditEntry,
  OneTimeToken,
  PersonChange,
  PersonEntry,
  PersonKey,
  PersonOutcome,
  SeenPerson,
  SessionEntry,
  TokenEntry,
} from '../records/people-entry.ts';
import { defineRead, defineWrite } from './call.ts';

/**
 * An audit entry that is written in the same transaction as the change. If nothing is changed, none is
 * written.
 */
export interface WithAuditEntry {
  readonly note: NewAuditEntry;
}

/** The store's calls about people and their credentials. Credentials are stored only as hashes. */
export const peopleCalls = {
  /** Returns everybody, sorted by name. */
  people: defineRead<void, readonly SeenPerson[]>(),
  person: defineRead<PersonKey, PersonEntry | undefined>(),
  /**
   * Creates an account. If it needs a one-time token, the token must be valid and is consumed. `first-owner`
   * tokens are valid while there is no owner.
   */
  addPerson: defineWrite<
    WithAuditEntry & { readonly person: PersonEntry; readonly word?: string; readonly now: number },
    PersonOutcome
  >(),
  /**
   * Changes an account. `by`: the person who must be an owner for it. `word`: the hash of a one-time token
   * that must be valid and is consumed. `endSessions`: ends all sessions, or all but one. `endsTokens`: ends
   * all API tokens. A new password or mail address invalidates the links for a new password.
   */
  changePerson: defineWrite<
    WithAuditEntry & {
      readonly id: string;
      readonly change: PersonChange;
      readonly by?: string;
      readonly word?: string;
      readonly endSessions?: 'all' | { readonly except: string };
      readonly endsTokens?: boolean;
      readonly now: number;
    },
    PersonOutcome
  >(),
  /**
   * Removes an account, and ends its sessions, API tokens and password links. `by`: the person who must be an
   * owner for it.
   */
  removePerson: defineWrite<WithAuditEntry & { readonly id: string; readonly by: string }, PersonOutcome>(),
  /**
   * Consumes a code of a second factor, or a recovery code by its hash. Returns false if it is not valid or
   * was already used.
   */
  consumeCode: defineWrite<
    { readonly id: string } & ({ readonly step: number } | { readonly recoveryCode: string }),
    boolean
  >(),
  /**
   * Sets the password of the first owner from the environment, and creates the owner if nobody has that name.
   * Their sessions end. `mark` identifies that password later.
   */
  setGivenPassword: defineWrite<
    WithAuditEntry & {
      readonly person: PersonEntry & { readonly password: string };
      readonly mark: string;
      readonly now: number;
    },
    PersonOutcome
  >(),
  /** Returns whether there is an owner, and the `mark` of the password that the environment gave last. */
  ownership: defineRead<void, { readonly hasOwner: boolean; readonly mark?: string }>(),
  addSession: defineWrite<WithAuditEntry & { readonly session: SessionEntry }, void>(),
  /** Returns a session that has not expired, with its person. */
  session: defineRead<
    { readonly hash: string; readonly now: number },
    { readonly session: SessionEntry; readonly person: PersonEntry } | undefined
  >(),
  recordSessionUse: defineWrite<
    { readonly hash: string; readonly seenAt: number; readonly address: string },
    void
  >(),
  /** Returns the valid sessions of a person, the latest seen first. */
  listSessions: defineRead<{ readonly person: string; readonly now: number }, readonly SessionEntry[]>(),
  /**
   * Ends sessions of a person: the one with the id `only`, all but `except`, or all. Returns their number.
   */
  endSessions: defineWrite<
    WithAuditEntry & { readonly person: string; readonly only?: string; readonly except?: string },
    number
  >(),
  /**
   * Adds a one-time token. Earlier ones of the same use for the same person or mail address become invalid.
   */
  addOneTimeToken: defineWrite<{ readonly word: OneTimeToken; readonly note?: NewAuditEntry }, void>(),
  /** Returns a valid one-time token of a use by its hash, without consuming it. */
  word: defineRead<
    { readonly hash: string; readonly use: OneTimeToken['use']; readonly now: number },
    OneTimeToken | undefined
  >(),
  /** Returns invitations that are neither accepted nor expired, the latest first. */
  invitations: defineRead<{ readonly now: number }, readonly ListedInvitation[]>(),
  /** Revokes an invitation. Returns false if it does not exist any more. */
  endInvitation: defineWrite<WithAuditEntry & { readonly id: string }, boolean>(),
  addToken: defineWrite<WithAuditEntry & { readonly token: TokenEntry }, void>(),
  /** Returns an API token and its owner, even if it has ended. */
  token: defineRead<string, { readonly token: TokenEntry; readonly person: PersonEntry } | undefined>(),
  recordTokenUse: defineWrite<{ readonly hash: string; readonly usedAt: number }, void>(),
  /** Returns API tokens of one person or of everybody, the latest first. */
  tokens: defineRead<{ readonly person?: string }, readonly ListedToken[]>(),
  /** Ends an API token; with `person` only if it is theirs. Returns false if there is none. */
  endToken: defineWrite<WithAuditEntry & { readonly id: string; readonly person?: string }, boolean>(),
  /**
   * Deletes expired sessions and one-time tokens, and API tokens that ended before a time. Returns their
   * number.
   */
  forgetEnded: defineWrite<{ readonly now: number; readonly tokensBefore: number }, number>(),
};

/** The store's calls about the audit log. Entries can be read and added, never changed. */
export const auditCalls = {
  addAuditEntry: defineWrite<NewAuditEntry, AuditEntry>(),
  /** Returns the entries that match, the latest first; the earliest first if `after` is given. */
  audit: defineRead<AuditQuery, readonly AuditEntry[]>(),
  /**
   * Checks at most `limit` entries after `after`. Returns the number of the first altered or missing one as
   * `brokenAt`, otherwise `next` if there may be more to check.
   */
  auditFault: defineRead<
    { readonly after: number; readonly limit: number },
    { readonly brokenAt?: number; readonly next?: number }
  >(),
};
