import type { AuditAction, AuditEntry } from '../../../api/people.ts';
import { createShape } from '../../platform/validate-shape.ts';
import { readJsonColumn } from './stored-json.ts';

export interface AuditRow {
  readonly number?: unknown;
  readonly at?: unknown;
  readonly action?: unknown;
  readonly content?: unknown;
  readonly hash?: unknown;
}

/**
 * Converts a row to an audit entry. Only `addAuditEntry` writes its content; a damaged entry has `isDamaged`,
 * the values of the other columns, and an empty name.
 */
export function toAuditEntry({ number, at, action, content, hash }: AuditRow): AuditEntry {
  const entry = readJsonColumn(storedEntry, content) ?? {
    number: Number(number),
    at: Number(at),
    who: { name: '' },
    isDamaged: true as const,
    // Only `addAuditEntry` writes this column.
    action: action as AuditAction,
  };
  return { ...entry, hash: String(hash) };
}

/** Returns true if the content of an entry is valid and has this number. */
export function isValidAuditEntry({ content }: AuditRow, number: number): boolean {
  return readJsonColumn(storedEntry, content)?.number === number;
}

const text = { type: 'string' };

const storedEntry = createShape<Omit<AuditEntry, 'hash'>>({
  type: 'object',
  required: ['number', 'at', 'action', 'who'],
  properties: {
    number: { type: 'integer' },
    at: { type: 'number' },
    action: text,
    who: { type: 'object', required: ['name'], properties: { name: text, id: text, via: text } },
    from: text,
    about: text,
    details: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean', 'array'], items: text },
    },
  },
});
