import { createHash } from 'node:crypto';

/**
 * Returns the hash of an audit entry, its SHA-256 as base64url: over the hash of the entry before it and its
 * own content (docs/contract.md, "Audit log").
 * @param before The hash of the entry before; empty for the first one.
 */
export function hashAuditEntry(before: string, content: string): string {
  return createHash('sha256').update(`${before}\n${content}`).digest('base64url');
}
