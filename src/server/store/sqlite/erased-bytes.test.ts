import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { SavedAnswers } from '../records/stored-answers.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from '../testing/new-entry.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

const open = (dataFolder: string) => openSqliteStore({ dataFolder, settings: serverSettings });

function opened(dataFolder: string) {
  const store = open(dataFolder);
  onTestFinished(() => store.close());
  return store;
}

const note = { at: arrival, action: 'erased', who: { name: 'Ada' }, about: 'mark' } as const;
const erasing = (store: Store, email: string, limit = 100) => store.erasePerson({ email, limit, note });

describe('what was erased', () => {
  it('leaves no word where the index of words begins its pages, and loses none of anybody else', async () => {
    const folder = createTemporaryFolder();
    const store = opened(folder);
    const wordsOf = (round: number) =>
      Array.from({ length: 40 }, (_word, at) => `quoll${1_000_000 + at * 120 + round}`);
    for (let round = 0; round < 120; round += 1) {
      const email = round % 2 === 0 ? 'zoe@example.org' : 'ben@example.org';
      await store.accept(createEntry({ ...of(email), values: { email, message: wordsOf(round).join(' ') } }));
    }
    const left = () =>
      readdirSync(folder)
        .flatMap((file) => readFileSync(join(folder, file), 'latin1').match(/quoll\d{7}/g) ?? [])
        .filter((word) => Number(word.slice(-1)) % 2 === 0);
    for (let isAll = false; !isAll; ) ({ isAll } = await erasing(store, 'zoe@example.org', 25));
    let after = await store.purgeErasedTerms({ limit: 3 });
    while (after) after = await store.purgeErasedTerms({ after, limit: 3 });
    await store.emptyLog();
    expect(left()).toEqual([]);
    for (const search of wordsOf(7))
      expect(await store.countEnquiries({ filter: { search }, most: 9 })).toBe(1);
    expect(await store.countEnquiries({ filter: { search: 'quoll' }, most: 99 })).toBe(60);
    expect(await store.countEnquiries({ filter: { search: 'quoll10' }, most: 99 })).toBe(60);
    expect(await store.countEnquiries({ filter: { search: wordsOf(8)[0] ?? '' }, most: 9 })).toBe(0);
  });

  it('leaves no byte in the files of the database, while it is open and after', async () => {
    const folder = createTemporaryFolder();
    const store = open(folder);
    const path = 'photos/own.jpg';
    await store.issuePhoto({ path, name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
    for (let round = 0; round < 60; round += 1) {
      const words = Array.from({ length: 40 }, () => randomUUID()).join(' ');
      await store.accept(createEntry({ ...of(`${randomUUID()}@example.org`), values: { message: words } }));
      if (round % 20 === 7) {
        const values = { message: `Xylographer Ünmistakable ${'quokka '.repeat(round * 30)}` };
        const entry = createEntry({
          ...of('zoe.rare@example.org'),
          values,
          ...(round === 7 && { photos: [path] }),
        });
        await store.accept(entry);
        await store.commentOnEnquiry({ id: entry.id, now: arrival, text: 'Wombatlike' });
      }
    }
    const preview = Buffer.from('a preview of a platypus'.repeat(300));
    await store.recordPhotoStored({ path, bytes: 9, storedAt: arrival });
    await store.recordPhotoReencoded({ path, state: 'ready', preview });
    await store.saveAnswers(answers('zoe.rare@example.org', { text: 'Bandicootish' }));
    const rare = ['zoe.rare', 'Zoe-rare-name', 'Xylographer', 'xylographer', 'Ünmistakable', 'unmistakable']
      .concat(['quokka', 'Wombatlike', 'platypus', 'Bandicootish'])
      .map((word) => Buffer.from(word));
    const left = () => {
      const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
      return rare.filter((word) => bytes.some((one) => one.includes(word))).map(String);
    };
    expect(left()).not.toEqual([]);
    expect(await erasing(store, 'zoe.rare@example.org')).toMatchObject({ enquiries: 3, isAll: true });
    expect(await store.emptyLog()).toBe(true);
    expect(left()).toEqual([]);
    await store.close();
    expect(left()).toEqual([]);
  });
});

/** Returns the visitor and the values of an enquiry of this person. */
function of(email: string): Pick<NewEnquiry, 'visitor' | 'values'> {
  const name = `${email.split('@')[0]}-name`.replace('zoe.rare', 'Zoe-rare');
  return { visitor: { name, email }, values: { name, email, message: 'Hello' } };
}

function answers(email: string, values: SavedAnswers['values']): SavedAnswers {
  const [savedAt, expiresAt] = [arrival, arrival + 1];
  return { hash: randomUUID(), savedAt, expiresAt, path: '/contact', enquiryType: 6, email, values };
}
