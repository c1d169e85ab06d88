import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from './config/settings.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { arrival, newEntry } from './store/testing/new-entry.ts';
import { temporaryFolder } from './store/testing/temporary-folder.ts';

const script = fileURLToPath(new URL('./enquiries.ts', import.meta.url));

/** `npm run enquiries`, on a data folder. */
function enquiries(dataFolder: string, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, SLIPWAY_DATA: dataFolder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('npm run enquiries, of destinations', () => {
  it('shows each try, delivers again, and switches on again, which the audit log has', async () => {
    const folder = temporaryFolder();
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    expect(enquiries(folder, '--destinations').stdout).toBe('Nothing waits, and nothing has failed.\n');
    const entry = newEntry({ deliveries: [{ destination: 'crm', body: '{}' }] });
    await store.accept(entry);
    const places = [{ destination: 'crm', limit: 1 }];
    const now = arrival;
    await store.takeDeliveries({ now, leasedUntil: now + 1, places, photosWaitMs: 0 });
    const of = { enquiryId: entry.id, destination: 'crm', at: now, queuedAt: now, tries: 0 };
    await store.noteDelivery({
      ...of,
      state: 'failed',
      reason: 'it answers 500; its own log says what it lacks',
    });

    const { stdout: shown } = enquiries(folder, '--show', entry.reference);
    expect(shown).toContain(
      'Other destinations\n  crm: failed\n    2026-11-21 07:00 (UTC)  failed: it answers 500; its own log says what it lacks',
    );
    const { deliveries } = JSON.parse(enquiries(folder, '--show', entry.reference, '--json').stdout);
    expect(deliveries).toMatchObject([{ destination: 'crm', state: 'failed', attempts: 1 }]);
    expect(enquiries(folder, '--destinations').stdout).toBe(
      'crm  0 waiting, 1 failed, switched off since 2026-11-21 07:00 (UTC): it answers 500; its own log says what it lacks\n',
    );
    expect(enquiries(folder, '--switch-on', 'crm')).toMatchObject({
      ...{ status: 0, stdout: 'Switched "crm" on: 1 delivery goes at once, by a running server.\n' },
    });
    expect(enquiries(folder, '--switch-on', 'crm')).toMatchObject({
      ...{ status: 1, stderr: 'Cannot switch "crm" on: it is not switched off\n' },
    });
    expect(enquiries(folder, '--redeliver', entry.reference).stdout).toMatch(/^Queued \S+ for crm;/);
    expect(enquiries(folder, '--redeliver', entry.id, '--destination', 'x')).toMatchObject({
      ...{ status: 1, stderr: expect.stringMatching(/no rule sent it there, or its words are erased/) },
    });
    expect(enquiries(folder, '--destination', 'x')).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('--destination belongs to --redeliver') },
    });
    const noted = await store.audit({ limit: 9 });
    expect(noted.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['enquiry-redelivered', 'destination-switched-on']),
    );
  });
});
