import type { NewAuditEntry } from './people-entry.ts';

/** What is stored of an entry of the audit log, and hashed: in one order, so that an export says the same as what was hashed. */
export function auditContent(number: number, entry: NewAuditEntry): string {
  const { at, action, who, from, about, details } = entry;
  return JSON.stringify({ number, at, action, who, from, about, details });
}

/** What an entry of the audit log is searched by. */
export function auditWords({ who, from = '', about = '' }: NewAuditEntry): string {
  return [who.name, from, about].join('\n').toLowerCase();
}
