import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommentEntry, NewPreviewLink } from '../records/review-entry.ts';
import type { Store } from '../store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const by = { id: 'ann', name: 'Ann' };
const limits = { most: 4, mostOfLink: 1 };

/**
 * Defines the tests of links to previews, comments and requests to publish, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeReviews(name: string, open: (folder: string) => Store | Promise<Store>): void {
  async function fresh(): Promise<Store> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name}: links to previews`, () => {
    it('are listed without their documents, counted, and end once', async () => {
      const store = await fresh();
      const documents = { 'texts/en.json': { send: 'Zoë' } };
      const link = createLink({ documents });
      expect(await store.addPreviewLink({ link, most: 9, endedBefore: 0 })).toBe(true);
      await store.countPreviewVisit({ id: 'a', now: 12 });
      await store.countPreviewVisit({ id: 'a', now: 13 });
      const { documents: _documents, ...listed } = link;
      const entry = { ...listed, isFrozen: true, opened: 2, openedAt: 13 };
      expect(await store.previewLinks()).toEqual([entry]);
      expect(await store.previewLink('a')).toEqual({ ...entry, documents });
      expect(await store.revokePreviewLink({ id: 'a', now: 20 })).toBe(true);
      expect(await store.revokePreviewLink({ id: 'a', now: 21 })).toBe(false);
      expect(await store.previewLink('a')).toEqual({ ...entry, revokedAt: 20 });
      expect(await store.previewLink('b')).toBeUndefined();
    });

    it('are limited in number, without those that have ended, which are deleted', async () => {
      const store = await fresh();
      const add = (id: string, at: number) =>
        store.addPreviewLink({
          link: createLink({ id, createdAt: at, expiresAt: at + 10 }),
          most: 2,
          endedBefore: at - 20,
        });
      expect([await add('a', 0), await add('b', 0), await add('c', 5)]).toEqual([true, true, false]);
      expect(await add('c', 10)).toBe(true);
      expect((await store.previewLinks()).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
      expect(await add('d', 31)).toBe(true);
      expect((await store.previewLinks()).map(({ id }) => id)).toEqual(['d', 'c']);
    });
  });

  describe(`${name}: comments`, () => {
    it('make threads, which replies reopen', async () => {
      const store = await fresh();
      const [first, reply] = [
        createComment(),
        createComment({ id: 'b', at: 2, target: 'ignored', text: '"<b>' }),
      ];
      expect(await store.addComment({ ...first, limits })).toBe('added');
      expect(await store.resolveThread({ thread: 'a', resolvedAt: 9 })).toBe(true);
      expect(await store.comments()).toEqual([{ ...first, resolvedAt: 9 }]);
      expect(await store.addComment({ ...reply, limits })).toBe('added');
      expect(await store.comments()).toEqual([first, { ...reply, target: first.target }]);
      expect(await store.resolveThread({ thread: 'b', resolvedAt: 9 })).toBe(false);
      expect(await store.addComment({ ...createComment({ id: 'c', thread: 'b' }), limits })).toBe(
        'no-thread',
      );
    });

    it('are limited in all and by link', async () => {
      const store = await fresh();
      const { person: _person, ...guest } = createComment({ link: 'l' });
      const add = (id: string, rest: object = {}) =>
        store.addComment({ ...createComment({ id, thread: id }), ...rest, limits });
      expect(await store.addComment({ ...guest, limits })).toBe('added');
      expect((await store.comments())[0]).toEqual(guest);
      expect(await add('b', { link: 'l' })).toBe('too-many');
      expect([await add('b', { link: 'm' }), await add('c'), await add('d'), await add('e')]).toEqual([
        'added',
        'added',
        'added',
        'too-many',
      ]);
    });

    it('lose their text while there are replies, and go with the last of them', async () => {
      const store = await fresh();
      await store.addComment({ ...createComment(), limits });
      await store.addComment({ ...createComment({ id: 'b', at: 2 }), limits });
      expect(await store.deleteComment('a')).toBe(true);
      expect(await store.comments()).toMatchObject([{ id: 'a', text: '' }, { id: 'b' }]);
      expect(await store.deleteComment('b')).toBe(true);
      expect(await store.comments()).toEqual([]);
      expect(await store.deleteComment('b')).toBe(false);
    });

    it('move with what they are about', async () => {
      const store = await fresh();
      await store.addComment({ ...createComment(), limits });
      expect(await store.moveComments({ from: 'field:sales:phone', to: 'field:sales:crew.phone' })).toBe(1);
      expect(await store.moveComments({ from: 'field:sales:phone', to: 'x' })).toBe(0);
      expect(await store.comments()).toMatchObject([{ target: 'field:sales:crew.phone' }]);
    });
  });

  describe(`${name}: requests to publish`, () => {
    it('replace each other, are closed once, and are found by their version', async () => {
      const store = await fresh();
      expect(await store.latestReview()).toBeUndefined();
      const request = {
        draft: 'd',
        version: 3,
        at: 1,
        by,
        message: 'Done "<b>',
        authors: [{ name: 'Bo', count: 3 }],
      };
      const first = await store.requestReview(request);
      expect(first).toEqual({ ...request, number: first.number, state: 'open' });
      const second = await store.requestReview({ ...request, version: 4 });
      const closing = { at: 5, by, reason: '' };
      const published = { state: 'published', closing, publishedAs: 7 } as const;
      expect(await store.closeReview({ number: first.number, ...published })).toBeUndefined();
      expect(await store.closeReview({ number: second.number, ...published })).toEqual({
        ...second,
        ...published,
      });
      expect(await store.closeReview({ number: second.number, ...published })).toBeUndefined();
      expect(await store.latestReview()).toEqual({ ...second, ...published });
      expect(await store.reviewsOfVersions([6, 7])).toEqual([{ ...second, ...published }]);
      expect(await store.reviewsOfVersions([])).toEqual([]);
    });
  });
}

function createLink(changes: Partial<NewPreviewLink> = {}): NewPreviewLink {
  const query = { site: '1', placement: 'inline', locale: 'de', type: 'sales' } as const;
  return { id: 'a', createdAt: 10, expiresAt: 99, by, query, acceptsComments: true, ...changes };
}

function createComment(changes: Partial<CommentEntry> = {}): CommentEntry {
  const target = 'field:sales:phone';
  return { id: 'a', thread: 'a', target, at: 1, person: 'ann', name: 'Ann', text: 'Why?', ...changes };
}
