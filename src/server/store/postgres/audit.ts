import { auditRepository } from '../repositories/audit.ts';
import { toPostgresCalls } from './run-steps.ts';

/** The calls of the audit log. A call that writes an entry does so as its last step. */
export const postgresAuditCalls = toPostgresCalls(auditRepository);
