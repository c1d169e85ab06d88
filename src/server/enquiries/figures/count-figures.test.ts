import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { Figure } from '../../store/records/figure-entry.ts';
import { type CountedStep, createFigureCounter, hasOptedOut } from './count-figures.ts';

const place = {
  site: { id: 1, isCounted: true },
  type: { key: 'service', fields: [{ name: 'phone' }] as unknown as CountedStep['type']['fields'] },
};

function counting({ fails = 0 } = {}) {
  let left = fails;
  const written: Figure[][] = [];
  const lines: string[] = [];
  const figures = createFigureCounter({
    store: {
      async addFigures(some) {
        if (left > 0) {
          left -= 1;
          throw new Error('The disk is full');
        }
        written.push([...some]);
      },
    },
    settings: { writeEveryMs: 1 },
    log: createLog({ write: (line) => lines.push(line), now: () => 0 }),
    now: () => Date.UTC(2026, 10, 23, 23, 59),
  });
  return { figures, written, lines };
}

describe('createFigureCounter', () => {
  it('sums up what is counted, and writes it soon', async () => {
    const { figures, written } = counting();
    for (const weight of [1, 10]) figures.count({ ...place, step: 'began', weight });
    figures.count({ ...place, step: 'met', field: 'phone', code: 'required' });
    expect(written).toEqual([]);
    await expect.poll(() => written.length).toBe(1);
    const day = { day: '2026-11-23', site: '1', type: 'service' };
    expect(written[0]).toEqual([
      { ...day, step: 'began', field: '', code: '', count: 11 },
      { ...day, step: 'met', field: 'phone', code: 'required', count: 1 },
    ]);
  });

  it('keeps the first part of a field alone, and none that the type does not have', async () => {
    const { figures, written } = counting();
    for (const field of ['phone/0/ann@example.com', 'ann@example.com', 'enquiry_type'])
      figures.count({ ...place, step: 'left', field });
    await figures.close();
    expect(written[0]?.map(({ field }) => field)).toEqual(['phone', '', 'enquiry_type']);
  });

  it('counts nothing of a site that does not want it', async () => {
    const { figures, written } = counting();
    figures.count({ ...place, site: { id: 1, isCounted: false }, step: 'began' });
    await figures.close();
    expect(written).toEqual([]);
  });

  it('writes at its end, and again what could not be written', async () => {
    const { figures, written, lines } = counting({ fails: 1 });
    figures.count({ ...place, step: 'sent' });
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toContain('"event":"figures-not-written"');
    figures.count({ ...place, step: 'sent' });
    await figures.close();
    expect(written.flat().reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });
});

describe('hasOptedOut', () => {
  it.each([
    [{}, false],
    [{ dnt: '0' }, false],
    [{ dnt: '1' }, true],
    [{ 'sec-gpc': '1' }, true],
    [{ dnt: 'unspecified', 'sec-gpc': '0' }, false],
  ])('reads %j as %s', (headers, expected) => expect(hasOptedOut(headers)).toBe(expected));
});
