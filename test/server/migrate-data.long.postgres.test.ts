import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { createLog } from '../../src/server/platform/log/log.ts';
import { deriveKeys } from '../../src/server/platform/secret/signed-token.ts';
import { moveData } from '../../src/server/store/moving/move-data.ts';
import { withPostgresTarget } from '../../src/server/store/moving/postgres-database.ts';
import { withSqliteSource } from '../../src/server/store/moving/sqlite-database.ts';
import { fillDatabase } from '../../src/server/store/moving/testing/fill-database.ts';
import { openPostgresStore } from '../../src/server/store/postgres/postgres-store.ts';
import {
  createTemporaryDatabase,
  runStatements,
  withOpenTransaction,
} from '../../src/server/store/postgres/testing/temporary-database.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { openDraftTables } from '../../src/server/studio/draft/draft-tables.ts';
import { openInstallation } from '../../src/server/studio/exchange/open-installation.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStart, loadStoredEnquiries, startServer } from '../support/server.ts';

const secret = 'the same for all servers of these tests';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-moved-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A running command. */
function started(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let message = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      message += text;
    });
  return { child, ended: endOf(child).then((code) => ({ code, message })) };
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'close');
  return code;
}

const migrate = (...args: readonly string[]) => started('src/cli/run.ts', ['migrate', ...args]).ended;

const enquiry = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 5,
  name: 'Zoë Winter',
  email: 'zoe@example.com',
  message: 'One more.',
};

/** Moves a data folder to a database, table by table, unless it is interrupted. */
function moved(dataFolder: string, url: string, until?: string) {
  const settings = serverSettings;
  return withSqliteSource({ dataFolder, settings }, (source) =>
    withPostgresTarget({ url, settings, from: source.name }, (target) =>
      moveData({
        source,
        report: () => undefined,
        target: {
          ...target,
          add: async (table, rows) => {
            if (table.name === until) throw new Error('killed');
            await target.add(table, rows);
          },
        },
      }),
    ),
  );
}

describe('slipway migrate', () => {
  it('goes on where it was killed, while no server takes up what is half there', async () => {
    const folder = temporaryFolder();
    await fillDatabase(folder);
    const url = await createTemporaryDatabase({ template: 'template0' });
    await expect(moved(folder, url, 'mails')).rejects.toThrow('killed');
    await withOpenTransaction(url, 'LOCK TABLE mails IN SHARE ROW EXCLUSIVE MODE', async () => {
      const { child, ended } = started('src/server/migrate-data.ts', ['--to', url, '--data', folder]);
      const waiting = `SELECT FROM pg_locks WHERE relation = 'mails'::regclass AND NOT granted`;
      await expect.poll(() => runStatements(url, waiting)).toHaveLength(1);
      child.kill('SIGKILL');
      await ended;
    });
    const env = { DATABASE_URL: url, SLIPWAY_DATA: folder };
    const { lines } = await failToStart({ env: { ...env, SLIPWAY_SECRET: secret } });
    expect(lines.join()).toContain('not everything has been moved into it');
    // The queries of the killed process end eventually.
    const others = `SELECT FROM pg_stat_activity WHERE application_name = 'slipway' AND datname = current_database()`;
    await expect.poll(() => runStatements(url, others)).toEqual([]);

    const done = await migrate('--to', url, '--data', folder);
    expect(done).toMatchObject({
      code: 0,
      message: expect.stringContaining('enquiries: 6 of 6 are already moved'),
    });
    expect(done.message).toMatch(/^mails +6 +6 +([\da-f]{12}) +\1 +the same$/m);
    const audit = await started('src/server/audit.ts', [], env).ended;
    expect(audit).toMatchObject({ code: 0, message: expect.stringContaining('unchanged') });
  });

  it('leaves what a server goes on with: it lists, searches, resends and takes enquiries; and moves that back', async () => {
    const SLIPWAY_DATA = temporaryFolder();
    const store = openSqliteStore({ dataFolder: SLIPWAY_DATA, settings: serverSettings, whenAbsent: 'make' });
    const entries = [createEntry(), createEntry({ values: { message: 'The engine stalls.' } })];
    for (const entry of entries) await store.accept(entry);
    await store.close();
    const url = await createTemporaryDatabase({ template: 'template0' });
    await moved(SLIPWAY_DATA, url);

    const env = { DATABASE_URL: url, SLIPWAY_DATA };
    const server = await startServer({ env: { ...env, SLIPWAY_SECRET: secret } });
    onTestFinished(async () => void (await server.stop()));
    const sent = await server.mailsDone();
    expect(sent.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    const [first, second] = sent.map(({ id }) => id);
    const found = JSON.parse(await runProgram('enquiries', env, '--json', '--search', 'engine'));
    expect(found).toMatchObject([{ id: second }]);
    await runProgram('enquiries', env, '--resend', String(first));
    const answer = await postEnquiry(server.url, enquiry);
    const all = await server.mailsDone();
    expect(all.map(({ reference }) => reference)).toEqual([
      ...sent.map(({ reference }) => reference),
      answer.body.extensions?.reference,
    ]);
    expect(all[0]?.mail.attempts).toBe(2);
    await server.stop();

    const back = join(temporaryFolder(), 'data');
    expect(await migrate('--from', url, '--data', back)).toMatchObject({
      code: 0,
      message: expect.stringContaining(`Start the server with SLIPWAY_DATA=${back}`),
    });
    expect(await loadStoredEnquiries(back)).toEqual(all);
  });

  it('brings back what the studio had there: the draft, the key, and whom it trusts', async () => {
    const url = await createTemporaryDatabase();
    const settings = serverSettings;
    const store = await openPostgresStore({ url, settings });
    const draft = { id: 'd', baseHash: 'h', base: { 'rules.json': { rules: [] } } };
    const patch = { file: 'rules.json', path: ['rules'], before: [], after: [] };
    const change = {
      version: 1,
      at: 1,
      by: 'Ada',
      id: 'c',
      title: { key: 'text' },
      patches: [patch],
      inverse: [patch],
    };
    const place = openDraftTables(store);
    await place.begin({ ...draft, changes: [] } as never);
    await place.append(change as never);
    await place.append({ settled: 's' });
    const keys = deriveKeys(secret, 'installation-key');
    const nowhere = {
      dataFolder: temporaryFolder(),
      log: createLog({ write: () => undefined, now: Date.now }),
    };
    const { fingerprint } = await openInstallation({ store, keys, ...nowhere });
    await store.updateOtherInstallation({ fingerprint: 'SHA256:other', isTrusted: true });
    await store.close();

    const back = join(temporaryFolder(), 'data');
    const { code, message } = await migrate('--from', url, '--data', back);
    expect({ code, message }).toMatchObject({
      code: 0,
      message: expect.stringMatching(/^draft_lines +2 +2 .*the same$/m),
    });
    expect(message).toContain('No secret here decrypts the installation’s key');
    const moved = openSqliteStore({ dataFolder: back, settings });
    onTestFinished(() => moved.close());
    expect(await openDraftTables(moved).read()).toEqual({ ...draft, changes: [change], settled: ['s'] });
    expect((await openInstallation({ store: moved, keys, ...nowhere })).fingerprint).toBe(fingerprint);
    expect(await moved.otherInstallation('SHA256:other')).toEqual({ isTrusted: true });
  });
});
