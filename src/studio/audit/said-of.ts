import { isolated } from '../isolated.ts';
import type { AuditEntry } from '../protocol-people.ts';
import type { Say } from '../words.ts';

/** Formats an audit entry as a sentence: `'Ann invited bob@example.com.'` */
export function saidOf(
  { action, who, about }: Pick<AuditEntry, 'action' | 'who' | 'about'>,
  say: Say,
): string {
  const name = who.id === undefined ? unknown(who.name, say) : who.name;
  const said = about ?? (action === 'sign-in-refused' ? say('audit.unknown-name') : '…');
  return say(`audit.did.${action}`, { who: isolated(name), about: isolated(said) });
}

/** Returns the display name of an actor without an account: the server, or a deployment. */
function unknown(name: string, say: Say): string {
  if (name === 'deployment') return say('audit.deployment');
  return name === '' || name === 'server' ? say('audit.nobody') : name;
}
