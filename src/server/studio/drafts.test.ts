import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import type { DraftMark } from '../store/version-entry.ts';
import { openDraftFile } from './draft-file.ts';
import { type DraftEvent, type Drafts, type LiveDocuments, openDrafts } from './drafts.ts';

let folder = '';
/** The number of the version that is live, whatever a server takes for it. */
let liveNow = 1;
const damaged: string[] = [];
beforeEach(() => {
  damaged.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'slipway-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function opened(
  hash = 'one',
  documents: object = { 'ui.json': { name: 'a', email: 'b' } },
): Promise<Drafts> {
  const onDamage = (copy: string) => void damaged.push(copy);
  const file = await openDraftFile(path(), onDamage);
  return openDrafts({
    file,
    live: () => {
      liveNow = liveOf(hash, documents).number;
      return liveOf(hash, documents);
    },
    liveNumber: async () => liveNow,
    now: () => 0,
    onDamage,
  });
}

/** The version that makes a form of a hash. */
function liveOf(hash: string, documents: object, draft?: DraftMark): LiveDocuments {
  const number = ['one', 'two', 'three', 'four'].indexOf(hash) + 1;
  return { hash, number, documents: { ...documents }, ...(draft && { draft }) };
}

const path = () => join(folder, 'draft.jsonl');

function change(id: string, key: string, before: string, after: string): Change {
  return { id, title: { key: 'text' }, patches: [{ file: 'ui.json', path: [key], before, after }] };
}

describe('a draft', () => {
  it('keeps what was taken while an earlier version was published', async () => {
    const drafts = await opened();
    const { id: draft, documents } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    const mark = { id: draft, version: 1, page: 'one' };
    const published = liveOf('two', drafts.current().documents, mark);
    await drafts.take({ draft, by: 'two', change: change('2', 'email', 'b', 'B') });
    expect(drafts.documentsAt(1)).toEqual(published.documents);
    expect(drafts.documentsAt(0)).toEqual(documents);
    expect(drafts.documentsAt(3)).toBeUndefined();
    liveNow = published.number;
    await drafts.follow(published);
    await drafts.follow(published);
    expect(documents).toEqual({ 'ui.json': { name: 'a', email: 'b' } });
    expect(drafts.current()).toMatchObject({
      baseHash: 'two',
      documents: { 'ui.json': { name: 'A', email: 'B' } },
    });
    expect(drafts.current().changes).toMatchObject([{ id: '2', version: 1, by: 'two' }]);
    expect((await opened('two')).current()).toEqual(drafts.current());
  });

  it('takes what is out of date along to the next, and over a deployment', async () => {
    const texts = (en: string, de: string) => ({
      'texts/en.json': { send: en },
      'texts/de.json': { send: de },
    });
    const drafts = await opened('one', texts('Send', 'Senden'));
    const patch = { file: 'texts/en.json', path: ['send'], before: 'Send', after: 'Send it' };
    const made: Change = { id: '1', title: { key: 'text' }, patches: [patch] };
    await drafts.take({ draft: drafts.current().id, by: 'one', change: made });
    expect(drafts.current().outdated).toEqual({});
    const { id, documents } = drafts.current();
    liveNow = 2;
    await drafts.follow(liveOf('two', documents, { id, version: 1 }));
    expect(drafts.current().outdated).toEqual({ de: { send: 'Send' } });
    const same = await opened('two', texts('Send it', 'Senden'));
    expect(same.current().outdated).toEqual({ de: { send: 'Send' } });
    const translated = await opened('three', texts('Send it', 'Abschicken'));
    expect(translated.current().outdated).toEqual({});
    const changed = await opened('four', texts('Off', 'Abschicken'));
    expect(changed.current().outdated).toEqual({ de: { send: 'Send it' } });
  });

  it('takes changes that come at once one after the other', async () => {
    const drafts = await opened();
    const { id: draft } = drafts.current();
    const answers = await Promise.all([
      drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') }),
      drafts.take({ draft, by: 'two', change: change('2', 'name', 'a', 'Z') }),
      drafts.take({ draft, by: 'one', change: change('3', 'email', 'b', 'B') }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'conflict', 'taken']);
    expect(drafts.current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
  });

  it('in which nothing was changed begins with what is live now; in one with changes somebody decides', async () => {
    await opened();
    const fresh = await opened('two', { 'ui.json': { name: 'new', email: 'b' } });
    expect(fresh.current().documents).toEqual({ 'ui.json': { name: 'new', email: 'b' } });
    await fresh.take({ draft: fresh.current().id, by: 'one', change: change('1', 'name', 'new', 'mine') });
    const later = await opened('three', { 'ui.json': { name: 'newer', email: 'b' } });
    const patch = { file: 'ui.json', path: ['name'], before: 'new', after: 'mine' };
    expect(later.current()).toMatchObject({
      ...{ baseHash: 'three', changes: [], documents: { 'ui.json': { name: 'newer' } } },
      collisions: [{ change: { patches: [patch] }, conflicts: [{ patch, current: 'newer' }] }],
    });
  });

  it('stays upon what is live, where a server still takes an earlier version for that', async () => {
    const drafts = await opened('two');
    await drafts.take({ draft: drafts.current().id, by: 'one', change: change('1', 'name', 'a', 'A') });
    await drafts.follow(liveOf('one', { 'ui.json': { name: 'old', email: 'old' } }));
    expect(drafts.current()).toMatchObject({ baseHash: 'two', documents: { 'ui.json': { name: 'A' } } });
  });

  it('takes up what went live, field by field, and is one draft on two servers', async () => {
    const documents = { 'ui.json': { name: 'a', email: 'b', phone: 'c' } };
    const [one, other] = [await opened('one', documents), await opened('one', documents)];
    expect(other.current()).toEqual(one.current());
    const heard: DraftEvent[] = [];
    other.onChange((event) => heard.push(event));
    const { id: draft } = one.current();
    await one.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    await other.take({ draft, by: 'two', change: change('2', 'email', 'b', 'B') });
    expect(heard.map((event) => event.kind === 'change' && event.change.id)).toEqual(['1', '2']);
    await one.take({ draft, by: 'one', change: change('3', 'phone', 'c', 'C') });

    const live = liveOf('two', { 'ui.json': { name: 'a', email: 'live', phone: 'live', fax: 'live' } });
    liveNow = live.number;
    await other.follow(live);
    await Promise.all([one.follow(live), other.follow(live)]);
    expect(one.current()).toEqual(other.current());
    expect(heard.at(-1)).toEqual({ kind: 'other-draft', page: '' });
    const { documents: now, changes, collisions } = one.current();
    expect(now).toEqual({ 'ui.json': { name: 'A', email: 'live', phone: 'live', fax: 'live' } });
    expect(changes).toMatchObject([{ id: '1', version: 1, by: 'one' }]);
    expect(collisions.map(({ change: { patches } }) => patches)).toEqual([
      [{ file: 'ui.json', path: ['email'], before: 'b', after: 'B' }],
      [{ file: 'ui.json', path: ['phone'], before: 'c', after: 'C' }],
    ]);

    // Somebody decides for the draft's, and somebody else for what stands.
    const [email, phone] = collisions.map(({ change: { id } }) => id);
    const mine = { ...change('4', 'email', 'live', 'B'), settles: String(email) };
    await one.take({ draft: one.current().id, by: 'one', change: mine });
    await other.settle(String(phone));
    await one.refresh();
    for (const drafts of [one, other, await opened('two', live.documents)])
      expect(drafts.current()).toMatchObject({
        ...{ collisions: [], changes: [{ id: '1' }, { id: '4' }] },
        documents: { 'ui.json': { name: 'A', email: 'B', phone: 'live', fax: 'live' } },
      });
  });

  it('keeps what cannot be made again as it was made in one change', async () => {
    const documents = { 'ui.json': { order: ['x', 'y'], name: 'a' } };
    const drafts = await opened('one', documents);
    const patch = {
      file: 'ui.json',
      path: [],
      before: documents['ui.json'],
      after: { order: ['x', 'y', 'z'], name: 'b' },
    };
    const whole: Change = { id: '1', title: { key: 'json', values: { file: 'ui.json' } }, patches: [patch] };
    await drafts.take({ draft: drafts.current().id, by: 'one', change: whole });
    liveNow = 2;
    await drafts.follow(liveOf('two', { 'ui.json': { order: ['w', 'x', 'y'], name: 'a' } }));
    expect(drafts.current()).toMatchObject({
      documents: { 'ui.json': { order: ['w', 'x', 'y', 'z'], name: 'b' } },
      changes: [{ version: 1, title: { key: 'followed', values: { version: 2 } } }],
      collisions: [],
    });
  });

  it('goes on behind what an append that failed has left', async () => {
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    appendFileSync(path(), '{"id":"half a line, as a full disk leaves it"');
    await drafts.take({ draft, by: 'one', change: change('2', 'email', 'b', 'B') });
    expect((await opened()).current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
    expect(damaged).toEqual([]);
  });

  it.each([
    ['a line amid it that cannot be read', (lines: string[]) => lines.with(2, '{"id":"2","vers')],
    [
      'a change that cannot be made again',
      (lines: string[]) => lines.with(2, lines[2]?.replace('"a"', '"x"') ?? ''),
    ],
    ['a beginning that cannot be read', (lines: string[]) => lines.with(0, '{')],
  ])('is copied before anything of it goes: %s', async (what, damage) => {
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('0', 'email', 'b', 'B') });
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    await drafts.take({ draft, by: 'one', change: change('2', 'name', 'A', 'AA') });
    const text = damage(readFileSync(path(), 'utf8').split('\n')).join('\n');
    writeFileSync(path(), text);
    const { changes } = (await opened()).current();
    expect(changes.map(({ id }) => id)).toEqual(what.startsWith('a beginning') ? [] : ['0']);
    expect(damaged.map((copy) => readFileSync(copy, 'utf8'))).toEqual([text]);
    // What stands is whole: the next one to open it finds nothing to complain of.
    expect((await opened()).current().changes).toEqual(changes);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toHaveLength(2);
  });
});
