import type { AuditAction, AuditEntry } from '../../studio/protocol-people.ts';
import type { NewAuditEntry } from '../store/people-entry.ts';
import type { Store } from '../store/store.ts';
import type { Actor } from './actor.ts';

/** What was done, and by whom: an actor, the name of who is no person (`server`), or whoever is not known. */
export interface Action {
  readonly who: Actor | string;
  readonly action: AuditAction;
  /** What it was done to, in words. */
  readonly about?: string;
  readonly details?: NonNullable<AuditEntry['details']>;
  /** From which address, where `who` does not say it. */
  readonly from?: string;
}

/** The audit log, for what is noted by itself. */
export interface Audit {
  /** Resolves once it is on the disk. */
  readonly note: (action: Action) => Promise<unknown>;
  /** An entry, for a call of the store that notes what it does in the same transaction. */
  readonly entry: (action: Action) => NewAuditEntry;
}

/** Longer words than anybody reads in a list are cut. */
const longest = 300;

/** Notes actions as of now. */
export function createAudit({
  store,
  now,
}: {
  readonly store: Pick<Store, 'noteAction'>;
  readonly now: () => number;
}): Audit {
  function entry({ who, action, about, details, from }: Action): NewAuditEntry {
    const actor = typeof who === 'string' ? undefined : who;
    const address = actor?.address ?? from;
    return {
      ...{ at: now(), action },
      who: actor ? { id: actor.id, name: actor.name, via: actor.via } : { name: String(who) },
      ...(address !== undefined && { from: address }),
      ...(about !== undefined && { about: about.slice(0, longest) }),
      ...(details && { details }),
    };
  }
  return { entry, note: (action) => store.noteAction(entry(action)) };
}
