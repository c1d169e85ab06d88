import { describe, expect, it, onTestFinished } from 'vitest';
import { auditRepository } from '../repositories/audit.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { createStepRunner, toSyncCalls } from './run-steps.ts';

function openLog() {
  const db = openDatabase({ whenAbsent: 'make', dataFolder: createTemporaryFolder(), busyTimeoutMs: 0 });
  onTestFinished(() => db.close());
  const log = toSyncCalls(createStepRunner(db), auditRepository);
  for (const about of ['one', 'two', 'three'])
    log.addAuditEntry({ at: 1, action: 'published', who: { name: 'Ann' }, about });
  return { db, log };
}

describe('auditRepository', () => {
  it('lets nothing be changed or taken away', () => {
    const { db, log } = openLog();
    expect(() => db.exec(`UPDATE audit SET content = '{}'`)).toThrow('only added to');
    expect(() => db.exec('DELETE FROM audit WHERE number = 3')).toThrow('only added to');
    expect(log.auditFault({ after: 0, limit: 10 })).toEqual({});
  });

  it.each([
    ['another text', `UPDATE audit SET content = replace(content, 'two', '2') WHERE number = 2`, 2],
    [
      'another text with a hash of its own',
      `UPDATE audit SET content = '{}', hash = 'x' WHERE number = 2`,
      2,
    ],
    ['one that is gone', 'DELETE FROM audit WHERE number = 2', 2],
    ['one that was put in another place', 'UPDATE audit SET number = 9 WHERE number = 3', 3],
  ])('tells what was changed past the triggers: %s', (_what, sql, brokenAt) => {
    const { db, log } = openLog();
    db.exec('DROP TRIGGER audit_unchanged; DROP TRIGGER audit_kept');
    db.exec(sql);
    expect(log.auditFault({ after: 0, limit: 10 })).toEqual({ brokenAt });
  });
});
