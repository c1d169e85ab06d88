import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../../../../test/support/run-in-process.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { enquiriesCommand } from '../commands.ts';

const run = (dataFolder: string, ...args: readonly string[]) =>
  runInProcess(enquiriesCommand, { SLIPWAY_DATA: dataFolder }, args);

describe('npm run enquiries, of destinations', () => {
  it('shows each try, delivers again, and switches on again, which the audit log has', async () => {
    const folder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    expect((await run(folder, '--destinations')).stdout).toBe(
      'Nothing is waiting, and nothing has failed.\n',
    );
    const entry = createEntry({ deliveries: [{ destination: 'crm', body: '{}' }] });
    await store.accept(entry);
    const places = [{ destination: 'crm', limit: 1 }];
    const now = arrival;
    await store.claimDeliveries({ now, leasedUntil: now + 1, places, photosWaitMs: 0 });
    const of = { enquiryId: entry.id, destination: 'crm', at: now, queuedAt: now, tries: 0 };
    await store.recordDeliveryAttempt({
      ...of,
      state: 'failed',
      reason: 'it answers 500; see its own log',
    });

    const { stdout: shown } = await run(folder, '--show', entry.reference);
    expect(shown).toContain(
      'Other destinations\n  crm: failed\n    2026-11-21 07:00 (UTC)  failed: it answers 500; see its own log',
    );
    const { deliveries } = JSON.parse((await run(folder, '--show', entry.reference, '--json')).stdout);
    expect(deliveries).toMatchObject([{ destination: 'crm', state: 'failed', attempts: 1 }]);
    expect((await run(folder, '--destinations')).stdout).toBe(
      'crm  0 waiting, 1 failed, switched off since 2026-11-21 07:00 (UTC): it answers 500; see its own log\n',
    );
    expect(await run(folder, '--switch-on', 'crm')).toMatchObject({
      status: 0,
      stdout: 'Switched "crm" on: 1 delivery is sent at once by a running server.\n',
    });
    expect(await run(folder, '--switch-on', 'crm')).toMatchObject({
      status: 1,
      stderr: 'Cannot switch "crm" on: it is not switched off\n',
    });
    expect((await run(folder, '--redeliver', entry.reference)).stdout).toMatch(/^Queued \S+ for crm;/);
    expect(await run(folder, '--redeliver', entry.id, '--destination', 'x')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no rule sent it there, or its content is erased/),
    });
    expect(await run(folder, '--destination', 'x')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--destination belongs to --redeliver'),
    });
    const audited = await store.audit({ limit: 9 });
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['enquiry-redelivered', 'destination-switched-on']),
    );
  });
});
