import type { AuditEntry } from '../../../api/people.ts';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import type { FormatMessage } from '../../ui/messages.ts';

/**
 * Formats an audit entry as a sentence: `'Ann invited bob@example.com.'` If the entry has no `about`, the
 * sentence has “…” there, or for a refused sign-in “unknown name”.
 */
export function formatAuditEntry(
  { action, who, about }: Pick<AuditEntry, 'action' | 'who' | 'about'>,
  say: FormatMessage,
): string {
  const name = who.id === undefined ? formatUnknownActor(who.name, say) : who.name;
  const subject = about ?? (action === 'sign-in-refused' ? say('audit.unknown-name') : '…');
  return say(`audit.did.${action}`, { who: isolateBidi(name), about: isolateBidi(subject) });
}

/**
 * Returns the display name of an actor without an account: a text for the server (`'server'` or empty) or for
 * `'deployment'`. Returns any other name unchanged.
 */
function formatUnknownActor(name: string, say: FormatMessage): string {
  if (name === 'deployment') return say('audit.deployment');
  return name === '' || name === 'server' ? say('audit.nobody') : name;
}
