import type { AuditAction, AuditEntry } from '../../../api/people.ts';
import type { NewAuditEntry } from '../../store/records/people-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Actor } from './actor.ts';

/** An action and its author: an actor, the name of a program (`server`), or an empty name if unknown. */
export interface AuditedAction {
  readonly who: Actor | string;
  readonly action: AuditAction;
  /** The name or id of what the action changes. The entry contains its first 300 characters. */
  readonly about?: string;
  readonly details?: NonNullable<AuditEntry['details']>;
  /** The IP address, if `who` does not have one. */
  readonly from?: string;
}

export interface Audit {
  /** Records an action at the present time. Resolves once it is on the disk. */
  readonly record: (action: AuditedAction) => Promise<unknown>;
  /**
   * Creates an entry of the present time for a store call that records its action in the same transaction.
   * Stores nothing itself.
   */
  readonly createEntry: (action: AuditedAction) => NewAuditEntry;
}

const maxAboutLength = 300;

export function createAudit({
  store,
  now,
}: {
  readonly store: Pick<Store, 'addAuditEntry'>;
  readonly now: () => number;
}): Audit {
  function createEntry({ who, action, about, details, from }: AuditedAction): NewAuditEntry {
    const actor = typeof who === 'string' ? undefined : who;
    const address = actor?.address ?? from;
    return {
      at: now(),
      action,
      who: actor ? { id: actor.id, name: actor.name, via: actor.via } : { name: String(who) },
      ...(address !== undefined && { from: address }),
      ...(about !== undefined && { about: about.slice(0, maxAboutLength) }),
      ...(details && { details }),
    };
  }
  return { createEntry, record: (action) => store.addAuditEntry(createEntry(action)) };
}
