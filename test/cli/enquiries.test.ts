import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AccessScope } from '../../src/api/people.ts';
import { enquiriesCommand } from '../../src/server/commands/commands.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../../src/server/store/testing/new-entry.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { createScratchFolder } from './run-cli.ts';

const british = 'www.trevarrow.example';
const day = 86_400_000;

/** A data folder with an open store, as a server has it, and `npm run enquiries` beside it. */
function beside() {
  const folder = createScratchFolder();
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
  onTestFinished(() => store.close());
  const enquiries = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runInProcess(enquiriesCommand, { SLIPWAY_DATA: folder }, args);
    return { code: status, out: stdout, err: stderr };
  };
  const person = async (name: string, reach: AccessScope) => {
    const note = { at: arrival, action: 'person-invited', who: { name: 'Test' } } as const;
    const entry = { id: randomUUID(), name, createdAt: arrival, ...reach };
    expect(await store.addPerson({ person: entry, now: arrival, note })).toMatchObject({ kind: 'done' });
    return entry.id;
  };
  const events = async (id: string) =>
    (await store.enquiryDetails(id))?.events.map(({ at: _at, number: _number, ...event }) => event);
  const audit = async () =>
    (await store.audit({ limit: 20 })).map(({ action, who, about, details }) => ({
      action,
      who,
      about,
      ...(details && { details }),
    }));
  return { folder, store, enquiries, person, events, audit };
}

const who = { name: 'command line' };

describe('npm run enquiries, with one enquiry', () => {
  it('forwards it to an office by its name, which is mailed, and says so in history and audit log', async () => {
    const { store, enquiries, events, audit } = beside();
    const entry = createEntry({ domain: british, office: 1 });
    await store.accept(entry);
    const called = 'falmouth - service yard';
    expect(await enquiries('--forward', entry.reference, '--to', called)).toEqual({
      code: 0,
      err: '',
      out: `Forwarded ${entry.reference} to office 2 Falmouth - Service yard, and queued its mail to service@trevarrow.example; a running server sends it at once.\n`,
    });
    const to = 'service@trevarrow.example';
    expect(await store.enquiryDetails(entry.id)).toMatchObject({
      enquiry: { forwardedTo: '2', mail: { to } },
      content: { notice: { text: expect.stringContaining(`${british} has forwarded this enquiry to you`) } },
    });
    expect(await events(entry.id)).toEqual([{ kind: 'forwarded', office: 2, from: 1, to }]);
    expect(await audit()).toEqual([
      { action: 'enquiry-forwarded', who, about: entry.reference, details: { office: '2', to } },
    ]);
  });

  it('forwards nothing to an office that there is not, or nothing that is suspected', async () => {
    const { store, enquiries, events } = beside();
    const [entry, suspected] = [createEntry({ domain: british }), createEntry({ suspicion: 'honeypot' })];
    for (const one of [entry, suspected]) await store.accept(one);
    expect(await enquiries('--forward', entry.id, '--to', 'nowhere')).toEqual({
      code: 2,
      out: '',
      err: 'No office has the name or id "nowhere"\n',
    });
    expect(await enquiries('--forward', suspected.id, '--to', '2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('looks like spam'),
    });
    expect(await enquiries('--forward', 'none', '--to', '2')).toMatchObject({
      code: 1,
      err: 'Cannot forward "none": no enquiry has this id or reference\n',
    });
    expect(await events(entry.id)).toEqual([]);
  });

  it('says what becomes of it, gives it to whoever may look after it, and back', async () => {
    const { store, enquiries, person, events } = beside();
    const entry = createEntry();
    await store.accept(entry);
    const ada = await person('Ada Marsh', { role: 'viewer', enquiries: 'handle', types: ['sales'] });
    await person('Only Reads', { role: 'viewer', enquiries: 'read' });
    await person('Elsewhere', { role: 'viewer', enquiries: 'handle', types: ['careers'] });
    expect((await enquiries('--handle', entry.reference, '--as', 'in-hand')).out).toBe(
      `${entry.reference} is in-hand now.\n`,
    );
    expect((await enquiries('--assign', entry.id, '--to', 'ada marsh')).out).toBe(
      `${entry.reference} is assigned to Ada Marsh now.\n`,
    );
    expect(JSON.parse((await enquiries('--held-by', 'Ada Marsh', '--jsonl')).out)).toMatchObject({
      id: entry.id,
      state: 'in-hand',
      assignee: ada,
    });
    for (const name of ['Only Reads', 'Elsewhere'])
      expect(await enquiries('--assign', entry.id, '--to', name)).toMatchObject({
        code: 1,
        err: expect.stringContaining('has no access to enquiries of this type and site'),
      });
    expect(await enquiries('--assign', entry.id, '--to', 'Eve')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No person has the name or id "Eve"; there are Ada Marsh, '),
    });
    expect((await enquiries('--assign', entry.id, '--to', 'nobody')).out).toContain('assigned to nobody now');
    expect(await events(entry.id)).toEqual([
      { kind: 'handled', from: 'new', to: 'in-hand' },
      { kind: 'assigned', to: { id: ada, name: 'Ada Marsh' } },
      { kind: 'assigned' },
    ]);
  });

  it('adds a note, and shows everything of it without being steered by it', async () => {
    const { store, enquiries } = beside();
    const entry = createEntry({ values: { message: 'Hello' } });
    await store.accept(entry);
    const reason = '452 4.2.2 mailbox full';
    const attempt = { enquiryId: entry.id, at: arrival, dueAt: arrival + day, reason };
    await store.recordMailAttempt({ ...attempt, state: 'waiting' });
    const text = 'Called.\nThey \u001b[2J call back.';
    expect((await enquiries('--note', entry.reference, '--text', text)).out).toBe(
      `Added a note to ${entry.reference}.\n`,
    );
    const { out } = await enquiries('--show', entry.id);
    expect(out).not.toContain('\u001b');
    for (const line of [
      `Reference    ${entry.reference}`,
      'Type         Buying a yacht',
      `Mail         waiting for poole@example.com, attempt 1: The mailbox is full. (${reason})`,
      `  2026-11-21 07:00 (UTC)  waiting, poole@example.com: The mailbox is full. (${reason})`,
      'Message\n  Hello',
      'command line: note\n    Called.\n    They \ufffd[2J call back.\n',
    ])
      expect(out).toContain(line);
    expect(JSON.parse((await enquiries('--show', entry.reference, '--json')).out)).toMatchObject({
      id: entry.id,
      mail: { reason, why: 'The mailbox is full.' },
      answers: [
        { label: 'Name', value: 'Ada' },
        { label: 'Message', value: 'Hello' },
      ],
      history: [{ kind: 'noted', text }],
    });
    expect((await enquiries('--show', 'none')).code).toBe(1);
  });

  it('deletes one that is suspected, and no other', async () => {
    const { store, enquiries, audit } = beside();
    const [good, suspected] = [createEntry(), createEntry({ suspicion: 'honeypot' })];
    for (const entry of [good, suspected]) await store.accept(entry);
    expect(await enquiries('--delete', good.id, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is not suspected spam; --erase ID erases it'),
    });
    expect(await enquiries('--delete', suspected.id)).toMatchObject({
      code: 2,
      err: '--delete cannot be undone: without a terminal, add --yes\n',
    });
    expect(await audit()).toEqual([]);
    expect((await enquiries('--delete', suspected.reference, '--yes')).out).toContain('Deleted: ');
    expect((await store.page({ limit: 9 })).enquiries.map(({ id }) => id)).toEqual([good.id]);
    expect(await audit()).toEqual([{ action: 'suspected-erased', who, about: suspected.reference }]);
  });

  it('tells of whom nothing is stored any more what was erased before', async () => {
    const { store, enquiries, audit } = beside();
    await store.accept(createEntry({ visitor: { email: 'zoe@example.org' } }));
    const nothing = 'Nothing is stored about "zoe@example.org"';
    expect(await enquiries('--erase', 'ben@example.org', '--yes')).toMatchObject({
      code: 1,
      out: '',
      err: 'Nothing is stored about "ben@example.org"\n',
    });
    expect((await enquiries('--erase', 'zoe@example.org', '--yes')).code).toBe(0);
    const mark = (await audit()).find(({ action }) => action === 'erased')?.about ?? '';
    for (const act of [
      ['--erase', 'Zoe@example.org', '--yes'],
      ['--export', 'zoe@example.org'],
    ]) {
      const { code, out, err } = await enquiries(...act);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err.toLowerCase()).toContain(nothing.toLowerCase());
      expect(err).toMatch(/\nErased 20[\d-]+ [\d:]+ \(UTC\) by command line: 1 enquiry, 0 photos, 1 mail, /);
      expect(err).toContain(`the audit log records it under the mark ${mark}\n`);
    }
  });

  it('erases one to the last byte, whatever became of it, once it is meant', async () => {
    const { folder, store, enquiries, audit } = beside();
    const entry = createEntry({ visitor: { name: 'Quindlewrack' }, values: { phone: '07700 900461' } });
    const other = createEntry();
    for (const one of [entry, other]) await store.accept(one);
    await enquiries('--note', entry.id, '--text', 'Call 07700 900461');
    expect(await enquiries('--erase', entry.reference)).toMatchObject({
      code: 2,
      err: '--erase cannot be undone: without a terminal, add --yes\n',
    });
    const { code, out } = await enquiries('--erase', entry.reference, '--yes');
    expect(code).toBe(0);
    expect(out).toContain(`${entry.reference}, received 2026-11-21 07:00 (UTC), from Quindlewrack.`);
    expect(out).toContain('Erased: 1 enquiry, 0 photos, 1 mail, 0 copies of the database');
    expect((await store.page({ limit: 9 })).enquiries.map(({ id }) => id)).toEqual([other.id]);
    expect(await audit()).toMatchObject([{ action: 'enquiry-erased', who, about: entry.reference }]);
    expect(await enquiries('--erase', entry.id, '--yes')).toMatchObject({
      code: 1,
      err: `Cannot erase "${entry.id}": no enquiry has this id or reference\n`,
    });
    await store.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    for (const rare of ['Quindlewrack', '07700 900461'])
      expect(bytes.some((one) => one.includes(rare))).toBe(false);
  });

  it('notes in the audit log what it releases', async () => {
    const { store, enquiries, audit } = beside();
    const entry = createEntry({ suspicion: 'too-fast' });
    await store.accept(entry);
    await enquiries('--release', entry.id, '--to', 'yard@example.com');
    expect(await audit()).toEqual([{ action: 'enquiry-released', who, about: entry.reference }]);
  });
});

describe('npm run enquiries, with many', () => {
  it('exports what is filtered as a table that no spreadsheet computes, which the audit log has', async () => {
    const { store, enquiries, audit } = beside();
    const [moored, other] = [
      createEntry({ enquiryType: 7, visitor: { name: '=1+1' }, values: { message: 'Écluse, leaking' } }),
      createEntry(),
    ];
    for (const entry of [moored, other]) await store.accept(entry);
    const { code, out } = await enquiries('--csv', '--type', 'service', '--search', 'ecluse');
    expect(code).toBe(0);
    const [head = '', ...lines] = out.split('\r\n');
    expect(head).toMatch(/^\ufeffreference,received,type,office,site,state,delivery,/);
    expect(lines).toEqual([expect.stringContaining(`"Écluse, leaking"`), '']);
    expect(lines[0]).toContain(`${moored.reference},2026-11-21T07:00:00.000Z,Service and repair,`);
    expect(lines[0]).toContain(`,'=1+1,`);
    expect(await audit()).toEqual([
      { action: 'enquiries-exported', who, about: 'CSV', details: { type: '7', search: true } },
    ]);
  });

  it('lists by what became of the mail', async () => {
    const { store, enquiries } = beside();
    const [waiting, sent] = [createEntry(), createEntry()];
    for (const entry of [waiting, sent]) await store.accept(entry);
    await store.recordMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
    for (const [state, id] of [
      ['waiting', waiting.id],
      ['sent', sent.id],
    ] as const)
      expect(JSON.parse((await enquiries('--json', '--delivery', state)).out)).toMatchObject([{ id }]);
    expect((await enquiries('--json', '--delivery', 'failed')).out).toBe('[]\n');
  });

  it('shows how long everything is kept, what would go by other days, and sets them', async () => {
    const { store, enquiries, audit } = beside();
    for (const receivedAt of [Date.now() - 40 * day, Date.now() - 10 * day])
      await store.accept(createEntry({ receivedAt }));
    expect((await enquiries('--retention')).out).toMatch(/all others +for good\nDeleted now: nothing\./);
    const given = ['--retention', '--type', 'Buying a yacht', '--keep', 'enquiries=30,photos=7'];
    const previewed = await enquiries(...given);
    expect(previewed.out).toMatch(/\n {2}sales \(6\) +enquiries 30 days, photos 7 days\n/);
    expect(previewed.out).toMatch(/\nDeleted now:\n {2}sales \(6\) +enquiries 1, photos 0, mails 0\n/);
    expect(previewed.out).toMatch(
      /\nDeleted within 30 days:\n {2}sales \(6\) +enquiries 2, photos 0, mails 0\n/,
    );
    expect(previewed.out).toContain('Nothing is changed yet: add --set');
    expect(await store.retention()).toEqual([]);
    expect((await enquiries(...given, '--set')).out).toContain(
      'Set. Data that is due is deleted within the hour.',
    );
    expect((await enquiries('--retention', '--keep', 'mails=365', '--set')).code).toBe(0);
    expect(await store.retention()).toEqual([{ type: '6', enquiries: 30, photos: 7 }, { mails: 365 }]);
    expect((await audit())[0]).toEqual({
      action: 'retention-changed',
      who,
      about: undefined,
      details: { '6': 'enquiries 30 days, photos 7 days', all: 'mails 365 days' },
    });
    expect((await enquiries('--retention', '--type', '6', '--keep', 'as-others', '--set')).code).toBe(0);
    expect(JSON.parse((await enquiries('--retention', '--json')).out)).toMatchObject({
      rules: [{ mails: 365 }],
      now: [],
      soon: [],
      types: expect.arrayContaining([{ id: '6', name: 'Buying a yacht' }]),
    });
  });

  it('refuses days that are none, and changes nothing', async () => {
    const { store, enquiries } = beside();
    for (const keep of ['30', 'enquiries=0', 'enquiries=36501', 'answers=3', 'mails=3,mails=4', 'as-others'])
      expect(await enquiries('--retention', '--keep', keep, '--set'), keep).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('--keep'),
      });
    expect(await store.retention()).toEqual([]);
  });

  it('tells figures as a table, as JSON, and as CSV, of the days, the type and the site that are asked for', async () => {
    const { store, enquiries } = beside();
    const of = { site: '118', type: 'sales', day: '2026-11-20', field: '', code: '' };
    await store.addFigures([
      { ...of, step: 'began', count: 20 },
      { ...of, step: 'sent', count: 8 },
      { ...of, step: 'left', field: 'phone', count: 12 },
      { ...of, day: '2026-11-22', step: 'began', count: 3 },
      { ...of, type: 'careers', step: 'began', count: 40 },
    ]);
    const asked = ['--figures', '--since', '2026-11-19', '--until', '2026-11-21', '--type', 'sales'];
    const { out } = await enquiries(...asked);
    expect(out).toMatch(/^From 2026-11-19 until 2026-11-21, days in UTC\.\n/);
    expect(out).toMatch(/\n {2}2026-11-20 +20 +8 +12\n/);
    expect(out).toMatch(/\n {2}Buying a yacht +20 +8 +12\n/);
    expect(out).toMatch(/Where people stop\n {2}12: \S.* \(Buying a yacht\)\n/);
    expect(out).not.toContain('Careers');
    expect(JSON.parse((await enquiries(...asked, '--json')).out)).toMatchObject({
      from: '2026-11-19',
      until: '2026-11-21',
      total: { began: 20, sent: 8, abandoned: 12 },
    });
    expect((await enquiries(...asked, '--csv')).out.split('\r\n')).toEqual([
      '\ufeffday,site,type,step,count',
      '2026-11-20,118,sales,began,20',
      '2026-11-20,118,sales,left,12',
      '2026-11-20,118,sales,sent,8',
      '',
    ]);
    expect(await enquiries('--figures', '--site', 'nowhere.example')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`No site has the domain "nowhere.example"; there are ${british}`),
    });
  });

  it.each([
    [['--forward', 'x'], '--forward ID needs --to OFFICE'],
    [['--handle', 'x', '--as', 'done'], 'Cannot read "--as done": it is one of new, in-hand, answered'],
    [['--note', 'x', '--text', ' '], '--text: A note cannot be empty.'],
    [['--note', 'x', '--text', 'y'.repeat(5001)], '--text: A note has at most 5000 characters.'],
    [['--forward', 'x', '--to', '2', '--since', '7d'], '--since does not belong to --forward'],
    [['--delete', 'x', '--erase', 'y'], '--delete and --erase exclude each other: name one action at a time'],
    [['--keep', 'for-good'], '--keep belongs to --retention'],
    [['--retention', '--set'], '--set needs --keep DAYS as well'],
    [['--csv', '--json'], '--json and --csv exclude each other'],
    [['--figures', '--search', 'x'], '--search does not belong to --figures'],
    [['--erase', 'Ada <ada@example.com>'], '--erase must be one mail address, not "Ada <ada@example.com>"'],
    [
      ['--delivery', 'lost'],
      'Cannot read "--delivery lost": it is one of waiting, sent, failed, no-recipient',
    ],
    [['--delivery', 'sent', '--failed'], '--delivery and --failed or --suspected exclude each other'],
  ])('says what is wrong in a line (%#)', async (args, said) => {
    const { enquiries } = beside();
    const { code, out, err } = await enquiries(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
