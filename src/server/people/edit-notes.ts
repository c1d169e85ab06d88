import type { Actor } from './actor.ts';
import type { Audit } from './audit.ts';

/**
 * Creates the function that records edits of a draft in the audit log: the first one of a person, then one
 * per interval. The draft itself has the author and time of each change.
 */
export function createEditNotes(
  audit: Pick<Audit, 'note'>,
  { everyMs, now }: { readonly everyMs: number; readonly now: () => number },
): (who: Actor, at: { readonly draft: string; readonly version: number }) => Promise<void> {
  const noted = new Map<string, number>();
  return async (who, { draft, version }) => {
    const key = `${who.id} ${draft}`;
    const time = now();
    if (time - (noted.get(key) ?? -Infinity) < everyMs) return;
    for (const [other, at] of noted) if (time - at >= everyMs) noted.delete(other);
    noted.set(key, time);
    await audit.note({ who, action: 'draft-changed', details: { draft, change: version } });
  };
}
