import type { Actor } from './actor.ts';
import type { Audit } from './audit.ts';

/**
 * Creates the function that records edits of drafts in the audit log: the first one of a person in a draft,
 * then at most one per interval. It ignores the edits in between, because the draft itself has the author and
 * time of each change.
 */
export function createEditRecorder(
  audit: Pick<Audit, 'record'>,
  { everyMs, now }: { readonly everyMs: number; readonly now: () => number },
): (who: Actor, at: { readonly draft: string; readonly version: number }) => Promise<void> {
  const lastRecorded = new Map<string, number>();
  return async (who, { draft, version }) => {
    const key = `${who.id} ${draft}`;
    const time = now();
    if (time - (lastRecorded.get(key) ?? -Infinity) < everyMs) return;
    for (const [other, at] of lastRecorded) if (time - at >= everyMs) lastRecorded.delete(other);
    lastRecorded.set(key, time);
    await audit.record({ who, action: 'draft-changed', details: { draft, change: version } });
  };
}
