import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import type { SavedAnswers } from '../records/stored-answers.ts';
import type { Store } from '../store.ts';
import { createEntry } from '../testing/new-entry.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openSqliteStore } from './sqlite-store.ts';

function fresh(): Store {
  const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings });
  onTestFinished(() => store.close());
  return store;
}

const saved = (changes: Partial<SavedAnswers> = {}): SavedAnswers => ({
  hash: 'a',
  savedAt: 0,
  expiresAt: 1000,
  path: '/valuation',
  enquiryType: 8,
  email: 'Ada@Example.com',
  values: { boat_make: 'Zoë "<b>', crew: [{ age: 7 }] },
  ...changes,
});

it('gives answers back by their hash, until they expire', async () => {
  const store = fresh();
  await store.saveAnswers(saved());
  expect(await store.savedAnswers({ hash: 'a', now: 999 })).toEqual(saved());
  expect(await store.savedAnswers({ hash: 'a', now: 1000 })).toBeUndefined();
  expect(await store.savedAnswers({ hash: 'b', now: 0 })).toBeUndefined();
});

it('forgets what has expired, so many at a time', async () => {
  const store = fresh();
  for (const [hash, expiresAt] of Object.entries({ a: 1, b: 2, c: 3 }))
    await store.saveAnswers(saved({ hash, expiresAt }));
  expect(await store.forgetSavedAnswers({ now: 2, limit: 1 })).toBe(1);
  expect(await store.forgetSavedAnswers({ now: 2, limit: 5 })).toBe(1);
  expect(await store.savedAnswers({ hash: 'c', now: 2 })).toBeDefined();
});

it('forgets what was sent by its visitor, and nothing else', async () => {
  const store = fresh();
  await store.saveAnswers(saved({ hash: 'sent' }));
  await store.saveAnswers(saved({ hash: 'other type', enquiryType: 3 }));
  await store.saveAnswers(saved({ hash: 'somebody else’s', email: 'ada@example.org' }));
  await store.accept(createEntry({ enquiryType: 8, visitor: { email: 'ada@example.com' } }));
  const left = ['sent', 'other type', 'somebody else’s'].map(async (hash) =>
    (await store.savedAnswers({ hash, now: 0 })) === undefined ? [] : [hash],
  );
  expect((await Promise.all(left)).flat()).toEqual(['other type', 'somebody else’s']);
});
