import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../../../../test/support/run-in-process.ts';
import { parseCommandLine } from '../../../command/parse.ts';
import { shippedContentFolder } from '../../forms/content/shipped-content.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { arrival, createEntry, createEntryWithoutRecipient } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { enquiriesCommand } from '../commands.ts';
import { readFilterOptions } from './enquiry-arguments.ts';
import { resolveFilterNames } from './enquiry-filter.ts';
import { readNames } from './enquiry-names.ts';

const script = fileURLToPath(new URL('../../enquiries.ts', import.meta.url));

const run = (dataFolder: string, ...args: readonly string[]) => runWith({}, dataFolder, ...args);

function runWith(
  variables: Readonly<Record<string, string>>,
  dataFolder: string,
  ...args: readonly string[]
) {
  const env = { SLIPWAY_DATA: dataFolder, PORT: 'none of its business', ...variables };
  return runInProcess(enquiriesCommand, env, args);
}

function running(dataFolder: string) {
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  onTestFinished(() => store.close());
  return store;
}

describe('npm run enquiries', () => {
  it('erases everything of a person, once it is meant, and nothing of anybody else', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const theirs = createEntry({
      visitor: { email: 'Zoe.Rare@example.org' },
      values: { text: 'Quindlewrack' },
    });
    const other = createEntry();
    for (const entry of [theirs, other]) await store.accept(entry);
    const unmeant = await run(folder, '--erase', 'zoe.rare@example.org');
    expect(unmeant).toMatchObject({ status: 2, stderr: expect.stringContaining('add --yes') });
    expect((await store.page({ limit: 9 })).enquiries).toHaveLength(2);
    const { status, stdout, stderr } = await run(folder, '--erase', 'ZOE.rare@example.org', '--yes');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(
      'Stored about ZOE.rare@example.org: 1 enquiry, 0 photos, 1 mail, 0 saved answers.',
    );
    expect(stdout).toContain(
      'Erased: 1 enquiry, 0 photos, 1 mail, 0 saved answers, 0 copies of the database',
    );
    expect((await store.page({ limit: 9 })).enquiries.map(({ id }) => id)).toEqual([other.id]);
    const about = expect.stringMatching(/^[0-9a-f]{24}$/);
    const looked = { action: 'person-looked-up', who: { name: 'command line' }, about };
    expect(await store.audit({ limit: 9 })).toMatchObject([
      { action: 'erased', who: { name: 'command line' }, about, details: { enquiries: 1, copies: 0 } },
      looked,
      looked,
    ]);
    await store.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    expect(bytes.some((one) => one.includes('Quindlewrack') || one.includes('Zoe.Rare'))).toBe(false);
    expect(await run(folder, '--erase', 'zoe.rare@example.org', '--yes')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Nothing is stored about "zoe.rare@example.org"\nErased .*\n$/),
    });
    writeFileSync(join(folder, 'slipway.db.step-3'), 'Zoe.Rare');
    const copied = (await run(folder, '--erase', 'zoe.rare@example.org', '--yes')).stdout;
    expect(copied).toContain('may also be in 1 copy of the database');
    expect(readdirSync(folder)).not.toContain('slipway.db.step-3');
  });

  it('exports everything of a person as an archive', async () => {
    const folder = createTemporaryFolder();
    const entry = createEntry({ visitor: { email: 'zoe@example.org' } });
    await running(folder).accept(entry);
    const { bytes } = await run(folder, '--export', 'zoe@example.org');
    expect(Object.keys(unzipSync(bytes))).toContain(`enquiries/${entry.reference}/mail.txt`);
    for (const args of [['--export', 'zoe'], ['--erase', 'a@b.example', '--failed'], ['--yes']])
      expect((await run(folder, ...args)).status).toBe(2);
  });

  it('prints an empty array, and makes nothing, where no server has been', async () => {
    const folder = createTemporaryFolder();
    expect(await run(folder, '--json')).toMatchObject({ status: 0, stdout: '[]\n', stderr: '' });
    expect((await run(folder)).stdout).toBe(`No enquiries in ${folder} yet.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints what has arrived as docs/contract.md lists it, while the server runs', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const [sent, nobody] = [createEntry(), createEntryWithoutRecipient({ office: null })];
    await store.accept(sent);
    await store.accept(nobody);
    await store.recordMailAttempt({
      enquiryId: sent.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });

    const { status, stdout, stderr } = await run(folder, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([
      {
        id: sent.id,
        reference: sent.reference,
        receivedAt: '2026-11-21T07:00:00.000Z',
        domain: 'www.example.com',
        submissionUrl: 'https://www.example.com/contact',
        enquiryType: 6,
        office: 17,
        visitor: { name: 'Ada', email: 'ada@example.org' },
        values: sent.values,
        photos: [],
        mail: {
          state: 'failed',
          to: 'poole@example.com',
          attempts: 1,
          reason: 'no such user',
          why: 'There is no such address. Correct it in the content, or forward the enquiry.',
          tries: [
            {
              at: '2026-11-21T07:00:00.000Z',
              to: 'poole@example.com',
              outcome: 'failed',
              reason: 'no such user',
            },
          ],
        },
        state: 'new',
        names: { enquiryType: 'Buying a yacht', office: 'Milford Haven - Neyland' },
      },
      expect.objectContaining({
        id: nobody.id,
        office: null,
        mail: { state: 'no-recipient', to: null, attempts: 0 },
      }),
    ]);
  });

  it('prints more than one page of them', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entries = Array.from({ length: 450 }, () => createEntry());
    await Promise.all(entries.map(store.accept));
    const listed: readonly { readonly id: string }[] = JSON.parse((await run(folder, '--json')).stdout);
    expect(listed.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  });

  it('prints a table that nothing a visitor wrote can break', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry({ visitor: { name: `Ada\u001b[2J\nLovelace ${'x'.repeat(50)}` } });
    await store.accept(entry);
    await store.recordMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: '550 no\r\nsuch user',
    });
    const { stdout } = await run(folder);
    expect(stdout.split('\n')).toEqual([
      'RECEIVED (UTC)    REFERENCE    TYPE        OFFICE                FROM                      STATE     MAIL',
      `2026-11-21 07:00  ${entry.reference}  sales       17 Milford Haven ...  Ada [2J Lovelace xxxx...  new       failed for poole@example.com, attempt 1: There is no such address. Correct it in the content, or forward the enquiry. (550 no such user)`,
      '',
    ]);
  });

  it('queues a mail again, by id or reference, while the server runs', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry({ office: 'of nobody' });
    await store.accept(entry);
    await store.recordMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const { status, stdout } = await run(folder, '--resend', entry.id);
    expect(status).toBe(0);
    expect(stdout).toBe(
      `Queued the mail of ${entry.reference} to poole@example.com; a running server sends it at once.\n`,
    );
    expect(await store.dueMails({ now: Date.now() + 1000, limit: 5 })).toHaveLength(1);
    expect((await run(folder, '--resend', entry.reference)).status).toBe(0);
  });

  it('sends to the address that the content has today, or to one that is given', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry({ domain: 'www.trevarrow.example', office: 1 });
    await store.accept(entry);
    await store.recordMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const content = join(folder, 'content');
    cpSync(shippedContentFolder, content, { recursive: true });
    const offices: { id: unknown; email: string }[] = JSON.parse(
      readFileSync(join(content, 'offices.json'), 'utf8'),
    );
    const mended = offices.map((office) =>
      office.id === 1 ? { ...office, email: 'new@example.com' } : office,
    );
    writeFileSync(join(content, 'offices.json'), JSON.stringify(mended));
    const env = { SLIPWAY_CONTENT: content };
    const to = async () => (await store.page({ limit: 1 })).enquiries[0]?.mail.to;

    expect((await runWith(env, folder, '--resend', entry.id)).stdout).toContain('to new@example.com;');
    expect(await to()).toBe('new@example.com');
    expect((await runWith(env, folder, '--resend', entry.id, '--to', 'other@example.com')).status).toBe(0);
    expect(await to()).toBe('other@example.com');
  });

  it('lists what nobody got, and sends all of it again', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const [sent, failed, nobody] = [createEntry(), createEntry(), createEntryWithoutRecipient()];
    for (const entry of [sent, failed, nobody]) await store.accept(entry);
    await store.recordMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
    await store.recordMailAttempt({
      enquiryId: failed.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const listed = async () =>
      JSON.parse((await run(folder, '--failed', '--json')).stdout).map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual([failed.id, nobody.id]);

    const { status, stdout } = await run(folder, '--resend', '--failed', '--to', 'yard@example.com');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(await listed()).toEqual([]);
    expect(await store.dueMails({ now: Date.now() + 1000, limit: 9 })).toMatchObject([
      { enquiryId: failed.id, to: 'yard@example.com' },
      { enquiryId: nobody.id, to: 'yard@example.com' },
    ]);
    expect((await run(folder, '--resend', '--failed')).stdout).toContain('No mail has failed');
  });

  it('lists what is suspected, and releases it', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry({ suspicion: 'honeypot' });
    await store.accept(createEntry());
    await store.accept(entry);
    expect(JSON.parse((await run(folder, '--suspected', '--json')).stdout)).toMatchObject([
      { id: entry.id, suspected: 'honeypot', mail: { state: 'suspected' } },
    ]);
    expect((await run(folder, '--suspected')).stdout).toContain('suspected: honeypot');
    expect((await run(folder, '--resend', entry.id)).stderr).toContain('--release');
    const { stdout } = await run(folder, '--release', entry.reference, '--to', 'yard@example.com');
    expect(stdout).toContain('to yard@example.com;');
    expect((await run(folder, '--suspected', '--json')).stdout).toBe('[]\n');
  });

  it('says why a mail cannot be queued again', async () => {
    const folder = createTemporaryFolder();
    expect(await run(folder, '--resend', 'x\u001b')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Cannot send "x\\u001b" again: no enquiry has this id or reference\n',
    });
    const store = running(folder);
    const entry = createEntryWithoutRecipient({ office: null });
    await store.accept(entry);
    expect(await run(folder, '--resend', entry.id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('neither its office nor its site has a mail address'),
    });
  });

  it('lists what all filters hold for, by names, keys and ids, as a table, an array or lines', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const day = 86_400_000;
    const message = 'The Écluse is leaking';
    const [old, moored, other] = [
      createEntry({ receivedAt: arrival - 9 * day, values: { message } }),
      createEntry({ office: 1, enquiryType: 7, values: { message } }),
      createEntry({ domain: 'solent.trevarrow.example', receivedAt: arrival + 1 }),
    ];
    for (const entry of [old, moored, other]) await store.accept(entry);
    await store.handleEnquiry({ id: other.id, now: arrival, handling: 'in-hand' });
    const names = await readNames(store);
    const found = async (...args: readonly string[]) => {
      const given = parseCommandLine(enquiriesCommand, args);
      const filter = await resolveFilterNames(readFilterOptions(given), { store, names });
      return (await store.findEnquiries({ filter, after: 0, limit: 9 })).map(({ id }) => id);
    };
    for (const [args, ids] of [
      [
        ['--search', 'ecluse leak'],
        [old.id, moored.id],
      ],
      [['--search', 'ecluse', '--since', '2026-11-20'], [moored.id]],
      [['--since', '2026-11-12', '--until', '2026-11-12'], [old.id]],
      [['--since', '2026-11-21T08:00:00.001+01:00'], [other.id]],
      [['--until', '2026-11-21 07:00'], [old.id]],
      [['--since', '2026-11-22'], []],
      [
        ['--since', '999999d'],
        [old.id, moored.id, other.id],
      ],
      [['--type', 'service'], [moored.id]],
      [['--type', 'Service and REPAIR'], [moored.id]],
      [['--type', '7', '--office', '1', '--site', 'www.example.com', '--state', 'new'], [moored.id]],
      [
        ['--office', 'milford haven - neyland'],
        [old.id, other.id],
      ],
      [['--site', 'Solent.Trevarrow.example'], [other.id]],
      [['--state', 'in-hand'], [other.id]],
      [['--state', 'answered'], []],
      [['--failed'], []],
    ] as const)
      expect(await found(...args), args.join(' ')).toEqual(ids);
    expect((await run(folder, '--state', 'in-hand')).stdout).toContain('  in-hand   waiting for');
    expect((await run(folder, '--state', 'answered')).stdout).toContain('No such enquiries');
    expect(JSON.parse((await run(folder, '--json', '--type', 'service')).stdout)).toMatchObject([
      { id: moored.id, names: { enquiryType: 'Service and repair' } },
    ]);
  });

  it('lists what was not answered in time', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const receivedAt = Date.now() - serverSettings.desk.unansweredHours * 3_600_000;
    const [late, early, answered] = [
      createEntry({ receivedAt: receivedAt - 1000 }),
      createEntry({ receivedAt: receivedAt + 600_000 }),
      createEntry({ receivedAt: receivedAt - 1000 }),
    ];
    for (const entry of [late, early, answered]) await store.accept(entry);
    expect((await run(folder, '--handle', answered.id, '--as', 'answered')).status).toBe(0);
    const listed = async (...args: readonly string[]) =>
      JSON.parse((await run(folder, '--overdue', '--json', ...args)).stdout).map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed()).toEqual([late.id]);
    expect(await listed('--state', 'in-hand')).toEqual([]);
  });

  it('finds by the id of what is gone, and says what there is in place of what never was', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry({ enquiryType: 77, office: 'closed' });
    await store.accept(entry);
    expect(
      JSON.parse((await run(folder, '--json', '--type', '77', '--office', 'closed')).stdout),
    ).toMatchObject([{ enquiryType: 77, names: {} }]);
    const { status, stderr } = await run(folder, '--type', 'sale');
    expect(status).toBe(2);
    expect(stderr).toContain('No enquiry type has the key, name or id "sale"; there are general (3), ');
    const names = await readNames(store);
    const refused = (office: string) => resolveFilterNames({ office }, { store, names });
    await expect(refused('nowhere')).rejects.toThrow('No office has the name or id "nowhere"');
    await expect(refused('Falmouth')).rejects.toThrow(/"Falmouth" may be \d+ or /);
  });

  it('tells each try of a mail, when the next one is, whom it was forwarded to, and who has it', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const entry = createEntry();
    const { id } = entry;
    await store.accept(entry);
    const mend = { now: arrival, office: 1, addresses: { to: 'other@example.com', fallback: null } };
    await store.forwardEnquiry({ id, ...mend });
    const why = { dueAt: arrival + 60_000, reason: 'mailbox \u001b[2J full' };
    await store.recordMailAttempt({ enquiryId: id, at: arrival + 1, state: 'waiting', ...why });
    await store.handleEnquiry({ id, now: arrival, assignee: { id: 'somebody', name: 'Ada' } });
    const { stdout } = await run(folder, '--jsonl');
    expect(stdout).not.toContain('\u001b');
    expect(JSON.parse(stdout)).toMatchObject({
      mail: {
        state: 'waiting',
        attempts: 1,
        reason: why.reason,
        nextTryAt: '2026-11-21T07:01:00.000Z',
        tries: [{ outcome: 'waiting', to: 'other@example.com', reason: why.reason }],
      },
      office: 17,
      forwardedTo: '1',
      assignee: 'somebody',
      names: { office: 'Milford Haven - Neyland', forwardedTo: expect.any(String) },
    });
  });

  it('sends again only those that nobody got and all filters hold for', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    const [one, other] = [createEntry(), createEntry({ enquiryType: 7 })];
    for (const { id: enquiryId, ...entry } of [one, other]) {
      await store.accept({ id: enquiryId, ...entry });
      await store.recordMailAttempt({ enquiryId, at: arrival, state: 'failed', reason: 'no such user' });
    }
    expect((await run(folder, '--resend', '--failed', '--type', 'service')).stdout).toContain(
      other.reference,
    );
    expect(await store.countEnquiries({ filter: { mail: ['failed'] }, most: 9 })).toBe(1);
  });

  it('ends where nobody reads on', async () => {
    const folder = createTemporaryFolder();
    const store = running(folder);
    await Promise.all(Array.from({ length: 400 }, () => store.accept(createEntry())));
    const command = `"${process.execPath}" "${script}" --jsonl | head -1`;
    const env = { PATH: process.env.PATH, SLIPWAY_DATA: folder };
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  it('explains itself, on request and where it is used wrongly', async () => {
    const folder = createTemporaryFolder();
    expect(await run(folder, '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--resend [ID]'),
    });
    expect(await run(folder, '--jsn')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'Cannot read "--jsn": unknown option; the nearest is "--json"\n',
    });
    for (const args of [
      ['list'],
      ['--resend'],
      ['--release'],
      ['--resend', 'a', '--failed'],
      ['--resend', 'a', '--release', 'b'],
      ['--resend', 'a', '--to', 'Ada <ada@example.com>'],
      ['--to', 'ada@example.com'],
      ['--json', '--jsonl'],
      ['--resend', '--type', 'sales'],
      ['--resend', '--failed', '--suspected'],
      ['--release', 'a', '--since', '7d'],
      ['--since', 'yesterday'],
      ['--since', '2026-02-30'],
      ['--since', '2026-11-21T25:00'],
      ['--since', '2026-11-21', '--until', '2026-11-20'],
      ['--search', '"*"'],
      ['--search', 'x'.repeat(10_000)],
      ['--state', 'done'],
    ])
      expect((await run(folder, ...args)).status, args.join(' ')).toBe(2);
  });
});
