import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import type { PersonEntry } from '../store/records/people-entry.ts';
import type { StoredVersion } from '../store/records/version-entry.ts';
import { StoreError } from '../store/store-error.ts';
import { refuseDue } from './refuse-due.ts';

const texts = (title: string, submit: string) =>
  ({ 'texts/en.json': { 'forms.service.title': title, submit } }) as unknown as Documents;

/** Version 2 waits; version 3 has become live since it was scheduled. */
function judged({
  person,
  due = texts('New', 'Send'),
  live = texts('Old', 'Send'),
  byId = 'sarah',
  hash = 'h',
}: {
  readonly person?: Partial<PersonEntry> | Error;
  readonly due?: Documents | Error;
  readonly live?: Documents;
  readonly byId?: string | undefined;
  /** Empty: what is stored beside the documents is damaged. */
  readonly hash?: string;
}) {
  const stored = (number: number, documents: Documents) =>
    ({ number, hash, documents, by: 'Sarah', ...(byId !== '' && { byId }) }) as unknown as StoredVersion;
  return refuseDue(
    {
      async version(number) {
        if (number === 2 && due instanceof Error) throw due;
        return number === 2 ? stored(2, due as Documents) : stored(3, live);
      },
      async person(of) {
        if (person instanceof Error) throw person;
        const known = {
          id: 'sarah',
          name: 'Sarah Reed',
          role: 'publisher',
          createdAt: 0,
          ...person,
        } as const;
        const isThey = 'id' in of ? of.id === known.id : 'name' in of && of.name === known.name;
        return person !== undefined && isThey ? known : undefined;
      },
    },
    { number: 2, live: 3 },
  );
}

const limited = { types: ['service'] };
const others = texts('Old', 'Theirs');

describe('refuseDue', () => {
  it('lets whoever is limited to nothing replace whatever is live by then', async () => {
    expect(await judged({ person: {}, live: others })).toBeUndefined();
    expect(await judged({ person: { role: 'owner' }, live: others })).toBeUndefined();
  });

  it('refuses what would change more of what is live by then than whoever scheduled it may', async () => {
    expect(await judged({ person: limited })).toBeUndefined();
    expect(await judged({ person: limited, live: others })).toEqual({
      reason: 'outside-reach',
      outside: ['texts/en.json: submit'],
    });
  });

  it('goes by what they may at its time, not when they scheduled it', async () => {
    const both = { due: texts('New', 'New'), live: texts('Old', 'Old') };
    expect(await judged({ person: {}, ...both })).toBeUndefined();
    expect(await judged({ person: limited, ...both })).toMatchObject({ reason: 'outside-reach' });
    expect(await judged({ person: { role: 'editor' } })).toEqual({ reason: 'not-allowed' });
    expect(await judged({})).toEqual({ reason: 'not-allowed' });
  });

  it('knows them by another name, and in a version of an earlier release by their name', async () => {
    expect(await judged({ person: { name: 'Somebody' } })).toBeUndefined();
    expect(await judged({ byId: '', person: { name: 'Sarah' } })).toBeUndefined();
    expect(await judged({ byId: '', person: { name: 'Somebody' } })).toEqual({ reason: 'not-allowed' });
  });

  it('refuses a version that cannot be read, whoever scheduled it', async () => {
    const due = new StoreError('damaged', 'Cannot read version 2');
    expect(await judged({ person: { role: 'owner' }, due })).toEqual({ reason: 'damaged' });
    expect(await judged({ person: { role: 'owner' }, hash: '' })).toEqual({ reason: 'damaged' });
  });

  it('refuses where what is stored of them is damaged, and waits where the store does not answer', async () => {
    expect(await judged({ person: new StoreError('damaged', 'Cannot read "sarah"') })).toEqual({
      reason: 'not-allowed',
    });
    await expect(judged({ person: new StoreError('broken', 'away') })).rejects.toThrow('away');
  });
});
