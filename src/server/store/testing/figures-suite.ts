import { describe, expect, it, onTestFinished } from 'vitest';
import type { Figure } from '../records/figure-entry.ts';
import type { Store } from '../store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const began: Figure = {
  day: '2026-11-23',
  site: '1',
  type: 'service',
  step: 'began',
  field: '',
  code: '',
  count: 1,
};
const met: Figure = { ...began, step: 'met', field: 'phone', code: 'required' };
const all = { from: '0000-01-01', until: '9999-12-31' };

/**
 * Declares the tests of the calls `addFigures` and `figures`, for any store.
 * @param name The name of the store in the titles.
 * @param open Opens an empty store in a folder.
 */
export function describeFigures(name: string, open: (folder: string) => Store | Promise<Store>): void {
  /** Opens a store, which is closed after the test, adds the figures to it and returns it. */
  async function stored(...figures: readonly Figure[]): Promise<Store> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    await store.addFigures(figures);
    return store;
  }

  describe(`${name}: figures`, () => {
    it('are sums, to which is added', async () => {
      const store = await stored(began, met, { ...began, count: 2.5 });
      await store.addFigures([{ ...began, count: 4 }, met]);
      expect(await store.figures(all)).toEqual({
        days: [{ day: '2026-11-23', site: '1', type: 'service', step: 'began', count: 7.5 }],
        fields: [{ type: 'service', step: 'met', field: 'phone', code: 'required', count: 2 }],
      });
    });

    it('are told by day, site, type and step, and by field over all days and sites', async () => {
      const later = { ...met, day: '2026-11-24', site: '2' };
      const left: Figure = { ...began, step: 'left', field: 'email' };
      const store = await stored(
        met,
        later,
        left,
        { ...left, field: 'phone' },
        { ...left, step: 'returned' },
      );
      const { days, fields } = await store.figures(all);
      expect(days).toEqual([
        { day: '2026-11-23', site: '1', type: 'service', step: 'left', count: 2 },
        { day: '2026-11-23', site: '1', type: 'service', step: 'returned', count: 1 },
      ]);
      expect(fields.map(({ step, field, count }) => [step, field, count])).toEqual([
        ['left', 'email', 0],
        ['left', 'phone', 1],
        ['met', 'phone', 2],
      ]);
    });

    it('have no more of those come back than left on a day, at a site, from a field', async () => {
      const left: Figure = { ...began, step: 'left', field: 'email', count: 3 };
      const back: Figure = { ...left, step: 'returned', count: 100 };
      const store = await stored(
        ...[left, { ...left, site: '2' }, { ...left, day: '2026-11-24' }, { ...left, field: 'phone' }],
        ...[back, { ...back, site: '2', count: 1 }],
      );
      expect((await store.figures(all)).fields.map(({ step, field, count }) => [step, field, count])).toEqual(
        [
          ['left', 'email', 0 + 2 + 3],
          ['left', 'phone', 3],
        ],
      );
    });

    it('are those of some days, types and sites', async () => {
      const others = [
        { ...began, day: '2026-11-22' },
        { ...began, day: '2026-11-25' },
        { ...began, type: 'sales' },
        { ...began, site: '2' },
      ];
      const store = await stored(began, ...others);
      /** Returns the sum of all counts by day that match `query`. Its absent members select all. */
      const count = async (query: object) =>
        (await store.figures({ ...all, ...query })).days.reduce((sum, figure) => sum + figure.count, 0);
      expect(await count({})).toBe(5);
      expect(await count({ from: '2026-11-23', until: '2026-11-24' })).toBe(3);
      expect(await count({ types: ['sales'] })).toBe(1);
      expect(await count({ sites: ['2', '3'] })).toBe(1);
      expect(await count({ types: [] })).toBe(0);
      expect(await count({ types: ["'; DROP TABLE figures; --"] })).toBe(0);
    });

    it('are refused whole where one is of no step', async () => {
      const store = await stored(began);
      const wrong = { ...began, step: 'opened' } as unknown as Figure;
      await expect(store.addFigures([began, wrong])).rejects.toMatchObject({ name: 'StoreError' });
      expect((await store.figures(all)).days).toHaveLength(1);
      expect((await store.figures(all)).days[0]?.count).toBe(1);
    });
  });
}
