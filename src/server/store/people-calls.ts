import type { AuditEntry } from '../../studio/protocol-people.ts';
import { read, write } from './call.ts';
import type {
  AuditQuery,
  ListedInvitation,
  ListedToken,
  NewAuditEntry,
  PersonChange,
  PersonEntry,
  PersonKey,
  PersonOutcome,
  SeenPerson,
  SessionEntry,
  TokenEntry,
  WordEntry,
} from './people-entry.ts';

/** With what is noted of a change, in the same transaction: where nothing is changed, nothing is noted. */
export interface Noted {
  readonly note: NewAuditEntry;
}

/** The store's calls about people, and how they come in. Nothing that opens a door is stored as it is. */
export const peopleCalls = {
  /** Everybody, by name. */
  people: read<void, readonly SeenPerson[]>(),
  person: read<PersonKey, PersonEntry | undefined>(),
  /** Makes an account; where it goes by a word, that has to hold, and then holds no more. `first-owner` words hold while there is no owner. */
  addPerson: write<
    Noted & { readonly person: PersonEntry; readonly word?: string; readonly now: number },
    PersonOutcome
  >(),
  /**
   * Changes an account. `by`: who has to be an owner for it; `word`: what has to hold for it, and then holds no more; `endSessions`: the
   * sessions that end with it, all or all but one; `endsTokens`: all tokens do. Links for a new password end with the password, and with
   * the mail address that they went to.
   */
  changePerson: write<
    Noted & {
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
  /** Removes an account with its sessions, tokens and words. */
  removePerson: write<Noted & { readonly id: string; readonly by: string }, PersonOutcome>(),
  /** Takes a code of a second factor, or a recovery code by its hash; false where it was taken before. */
  takeCode: write<
    { readonly id: string } & ({ readonly step: number } | { readonly recoveryCode: string }),
    boolean
  >(),
  /**
   * Sets the password of the first owner as the environment gives it, and makes them where there is nobody of that name; their sessions end.
   * `mark` is what tells that password apart later.
   */
  setGivenPassword: write<
    Noted & {
      readonly person: PersonEntry & { readonly password: string };
      readonly mark: string;
      readonly now: number;
    },
    PersonOutcome
  >(),
  /** Whether there is an owner, and the `mark` of the password that the environment gave last. */
  ownership: read<void, { readonly hasOwner: boolean; readonly mark?: string }>(),
  addSession: write<Noted & { readonly session: SessionEntry }, void>(),
  /** Who has a session that holds. */
  session: read<
    { readonly hash: string; readonly now: number },
    { readonly session: SessionEntry; readonly person: PersonEntry } | undefined
  >(),
  noteSession: write<{ readonly hash: string; readonly seenAt: number; readonly address: string }, void>(),
  /** The sessions of somebody that hold, the latest seen first. */
  sessionsOf: read<{ readonly person: string; readonly now: number }, readonly SessionEntry[]>(),
  /** Ends sessions of somebody: one, by its id, all but one, or all; gives how many it were. */
  endSessions: write<
    Noted & { readonly person: string; readonly only?: string; readonly except?: string },
    number
  >(),
  /** Adds a word; of the same use for the same person, or to the same mail address, no other holds any more. */
  addWord: write<{ readonly word: WordEntry; readonly note?: NewAuditEntry }, void>(),
  word: read<
    { readonly hash: string; readonly use: WordEntry['use']; readonly now: number },
    WordEntry | undefined
  >(),
  /** Invitations that nobody has accepted, and that have not expired, the latest first. */
  invitations: read<{ readonly now: number }, readonly ListedInvitation[]>(),
  /** Takes back an invitation; false where it does not hold any more. */
  endInvitation: write<Noted & { readonly id: string }, boolean>(),
  addToken: write<Noted & { readonly token: TokenEntry }, void>(),
  /** A token whether it has ended or not, and whose it is. */
  token: read<string, { readonly token: TokenEntry; readonly person: PersonEntry } | undefined>(),
  noteToken: write<{ readonly hash: string; readonly usedAt: number }, void>(),
  /** Tokens, the latest first: somebody's, or everybody's. */
  tokens: read<{ readonly person?: string }, readonly ListedToken[]>(),
  /** Ends a token: for `person`, one of theirs alone; false where there is none. */
  endToken: write<Noted & { readonly id: string; readonly person?: string }, boolean>(),
  /** Forgets sessions and words that have expired, and tokens that ended before a time; gives how many it were. */
  forgetEnded: write<{ readonly now: number; readonly tokensBefore: number }, number>(),
};

/** The store's calls about the audit log: what is in it can be read, and added to. */
export const auditCalls = {
  noteAction: write<NewAuditEntry, AuditEntry>(),
  audit: read<AuditQuery, readonly AuditEntry[]>(),
  /** The first entry of at most `limit` after a number that is not as it was written; `next` where there are more to look at. */
  auditFault: read<
    { readonly after: number; readonly limit: number },
    { readonly brokenAt?: number; readonly next?: number }
  >(),
};
