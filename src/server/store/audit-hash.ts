import { createHash } from 'node:crypto';

/** The hash of an entry of the audit log, of the one before it and of what it says (docs/contract.md, "Audit log"). */
export function auditHash(before: string, content: string): string {
  return createHash('sha256').update(`${before}\n${content}`).digest('base64url');
}
