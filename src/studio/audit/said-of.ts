import type { AuditEntry } from '../protocol-people.ts';
import type { Say } from '../words.ts';

/** An entry of the audit log as a sentence: `'Ann invited bob@example.com.'` */
export function saidOf(
  { action, who, about }: Pick<AuditEntry, 'action' | 'who' | 'about'>,
  say: Say,
): string {
  const name = who.name === '' ? say('audit.nobody') : who.name;
  const said = about ?? (action === 'sign-in-refused' ? say('audit.unknown-name') : '…');
  return say(`audit.did.${action}`, { who: isolated(name), about: isolated(said) });
}

/** A name in a sentence of another direction keeps its own (Unicode Standard Annex 9, "Directional Isolates"). */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
