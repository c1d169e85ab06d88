import { createRoundRow, type Row } from '../row.ts';
import type { Chromium } from './browser/chromium.ts';
import { type BadInput, createSlowContenders, measureBadInput, serveBadInput } from './measures/bad-input.ts';
import { type LargeForm, measureKey, measureLongestKey, serveLargeForm } from './measures/large-forms.ts';
import { type Measuring, measureInterleaved } from './measures/rounds.ts';

export async function measureLargeFormRows({ browser, rounds }: Measuring): Promise<readonly Row[]> {
  return [...(await measureKeyRows(browser, rounds)), ...(await measureLongestKeyRows(browser, rounds))];
}

/**
 * Measures a key in a form of 500 fields, beside one of 20: in the first field, and among fields that only
 * this type has.
 */
async function measureKeyRows(browser: Chromium, rounds: number): Promise<readonly Row[]> {
  const few = { ...(await serveLargeForm({ texts: 20 })), name: 'few', middle: 'text_8' } as const;
  const many = { ...(await serveLargeForm({ texts: 500 })), name: 'many', middle: 'text_250' } as const;
  const found = await measureInterleaved([few, many], rounds, async (form) => ({
    first: await measureKey(browser, form, 'name'),
    middle: await measureKey(browser, form, form.middle),
  }));
  await Promise.all([few.stop(), many.stop()]);
  return (['first', 'middle'] as const).flatMap((place) =>
    (['total', 'script'] as const).map((part) =>
      createRoundRow({
        what: `a keystroke in 500 fields (20), ${places[place]}: ${part === 'total' ? 'all of it' : part}`,
        ...found.rounds((keys) => keys[place][part], 'many', 'few'),
        unit: 'ms',
        aim: { below: 1.2 },
      }),
    ),
  );
}

const places = { first: 'in the first', middle: 'amid them' } as const;

async function measureLongestKeyRows(browser: Chromium, rounds: number): Promise<readonly Row[]> {
  const choosy = await serveLargeForm({ texts: 160, selects: 40, options: 125 });
  const found = await measureInterleaved([choosy], rounds, (form) => measureLongestKey(browser, form));
  await choosy.stop();
  const row = (what: string, figure: Parameters<typeof found.rounds>[0], limit?: number) =>
    createRoundRow({
      what,
      ...found.rounds(figure, 'ours'),
      unit: 'ms',
      ...(limit !== undefined && { limit }),
    });
  return [
    row('longest key, 200 fields, 5,000 options: script, style, layout', ({ typing }) => typing.asked, 16),
    row('  while problems are shown', ({ mending }) => mending.asked, 16),
    row('longest key, painting and the browser’s own included', ({ typing }) => typing.total),
    row('  while problems are shown', ({ mending }) => mending.total),
  ];
}

/** Measures forms of extreme size on the slowest phone. */
export async function measureBadInputRows(measuring: Measuring): Promise<readonly Row[]> {
  return [
    ...(await measureBadInputForm(measuring, '5,000 fields', { texts: 5_000 })),
    ...(await measureBadInputForm(measuring, '100,000 choices', { texts: 20, selects: 1, options: 100_000 })),
  ];
}

async function measureBadInputForm(
  { browser, built, rounds }: Measuring,
  what: string,
  form: LargeForm,
): Promise<readonly Row[]> {
  const served = await serveBadInput(form, built);
  const found = await measureInterleaved(createSlowContenders(served), rounds, (one) =>
    measureBadInput(browser, one),
  );
  await served.stop();
  const row =
    (who: 'ours' | 'oursAllDrawn') => (more: string, figure: (found: BadInput) => number, limit?: number) =>
      createRoundRow({
        what: `${what}${who === 'ours' ? '' : ', without content-visibility'}: ${more}`,
        ...found.rounds(figure, who, 'handWritten'),
        unit: 'ms',
        ...(limit !== undefined && { limit }),
      });
  return [row('ours'), row('oursAllDrawn')].flatMap((one) => [
    one('longest key: script, style, layout', ({ typing }) => typing.asked, 50),
    one('  while problems are shown', ({ mending }) => mending.asked, 50),
    one('longest key, painting and the browser’s own included', ({ typing }) => typing.total),
    one('  while problems are shown', ({ mending }) => mending.total),
    one('longest task from the first key until the page rests', ({ typing }) => typing.task, 50),
    one('  while problems are shown', ({ mending }) => mending.task, 50),
    one('longest task of loading', ({ load }) => load, 50),
  ]);
}
