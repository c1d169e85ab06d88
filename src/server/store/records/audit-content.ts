import type { NewAuditEntry } from './people-entry.ts';

/**
 * Returns the text of an audit entry that is stored and hashed: JSON whose keys have a fixed order, so that
 * an export has the same text as was hashed.
 * @param number The number of the entry, which is part of the text.
 */
export function toAuditContent(number: number, entry: NewAuditEntry): string {
  const { at, action, who, from, about, details } = entry;
  return JSON.stringify({ number, at, action, who, from, about, details });
}

/**
 * Returns the text that an audit entry is searched by: the name of its actor, `from` and `about`, each on a
 * line, in lower case.
 */
export function toAuditSearchText({ who, from = '', about = '' }: NewAuditEntry): string {
  return [who.name, from, about].join('\n').toLowerCase();
}
