import { createRoundRow, getRange, type RoundFigures, type Row } from '../row.ts';
import type { Chromium } from './browser/chromium.ts';
import { type Contender, startContenders } from './contenders.ts';
import { measureArrival, type PageArrival } from './measures/arriving.ts';
import {
  measureLongestTask,
  measurePageLoading,
  measureSlowShift,
  type PageLoading,
} from './measures/loading.ts';
import { type ManyOffices, measureManyOffices, patienceS } from './measures/many-offices.ts';
import { measureInterleaved, type RoundResults } from './measures/rounds.ts';
import {
  type AfterTouch,
  measureAfterTouch,
  measureBeforeTouch,
  measureRunScripts,
} from './measures/touching.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

export interface Measuring {
  readonly browser: Chromium;
  readonly built: BuiltPeers;
  /** The number of measurements for each figure. */
  readonly rounds: number;
}

/** Measures the loading of a page on a slow network. */
export async function measureArrivalRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await startContenders(120, built);
  const found = await measureInterleaved(all, rounds, (one) => measureArrival(browser, one));
  const shifts = await measureInterleaved(all.slice(0, 1), rounds, (one) => measureSlowShift(browser, one));
  await stop();
  const text = ({ textAt }: PageArrival) => textAt;
  return [
    ...createComparisons(
      found,
      'kB of JS and CSS until the form answers',
      'kB',
      ({ kilobytes }) => kilobytes,
      1.6,
    ),
    ...createComparisons(
      found,
      'slow network: until a change of type works',
      'ms',
      ({ typeAt }) => typeAt,
      1,
    ),
    createRoundRow({
      what: 'slow network: until the first field takes text (plain HTML)',
      ...found.rounds(text, 'ours', 'plain'),
      unit: 'ms',
      aim: { below: 1.1 },
    }),
    ...createComparisons(found, 'slow network: until the first field takes text', 'ms', text, 0.55),
    createWorstRow('slow network: layout shift of a first visit', shifts.all('ours')),
  ];
}

/** Measures main thread time and memory of a page. */
export async function measureLoadingFigures({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await startContenders(120, built);
  const [ours] = all;
  if (ours === undefined) throw new Error('Cannot measure a page: none is served');
  const found = await measureInterleaved(all, rounds, (one) => measurePageLoading(browser, one));
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await measureLongestTask(browser, ours));
  await stop();
  const floor = found.median('plain', ({ load }) => load.total);
  return [
    ...createComparisons(found, 'main thread to load, all of it', 'ms', ({ load }) => load.total, 1.2),
    ...createComparisons(
      found,
      '  above the same page in plain HTML',
      'ms',
      ({ load }) => load.total - floor,
    ),
    ...createComparisons(found, '  script alone', 'ms', ({ load }) => load.script),
    ...createComparisons(found, 'JavaScript heap after loading', 'MB', ({ heap }) => heap, 1.3),
    ...createComparisons(found, 'main thread a keystroke, all of it', 'ms', ({ key }) => key.total, 1),
    ...createComparisons(found, '  script alone', 'ms', ({ key }) => key.script, 1),
    ...createComparisons(
      found,
      'main thread a keystroke while problems are shown',
      'ms',
      ({ keyMending }) => keyMending.total,
    ),
    ...createComparisons(found, '  script alone', 'ms', ({ keyMending }) => keyMending.script),
    createRoundRow({
      what: '  for scale: a keystroke in plain HTML',
      ...found.rounds(({ key }) => key.total, 'plain'),
      unit: 'ms',
    }),
    createWorstRow(
      'fast network: layout shift of a first visit',
      found.rounds(({ shift }: PageLoading) => shift, 'ours').ours,
    ),
    createRoundRow({ what: 'longest task of loading, nothing slowed', ours: longest, unit: 'ms', limit: 50 }),
  ];
}

/** Measures the cost of a page before anybody touches its form, and of the first touch. */
export async function measureTouchRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const few = await startContenders(120, built);
  const peers = few.all.filter(({ name }) => name === 'ours' || name === 'handWritten');
  const before = await measureInterleaved(peers, rounds, (one) => measureBeforeTouch(browser, one));
  const scripts = await measureInterleaved(peers, 1, (one) => measureRunScripts(browser, one));
  const after = await measureInterleaved(peers.slice(0, 1), rounds, (one) => measureAfterTouch(browser, one));
  await few.stop();
  const many = await startContenders(3_000, built);
  const manyPeers = many.all.filter(({ name }) => name === 'ours' || name === 'handWritten');
  const beforeMany = await measureInterleaved(manyPeers, rounds, (one) => measureBeforeTouch(browser, one));
  await many.stop();
  const beside = (
    what: string,
    figures: Pick<RoundFigures, 'ours' | 'theirs'>,
    unit: string,
    below: number,
  ) => createRoundRow({ what: `before a touch: ${what}`, ...figures, unit, aim: { below } });
  const touched = (what: string, figure: (found: AfterTouch) => number, limit: number) =>
    createRoundRow({ what: `touched: ${what}`, ...after.rounds(figure, 'ours'), unit: 'ms', limit });
  return [
    createRoundRow({
      what: 'before a touch: script that runs',
      ...scripts.rounds((kilobytes) => kilobytes, 'ours', 'handWritten'),
      unit: 'kB',
      limit: 3,
    }),
    beside(
      'main thread',
      before.rounds(({ mainThread }) => mainThread, 'ours', 'handWritten'),
      'ms',
      0.75,
    ),
    beside(
      'heap',
      before.rounds(({ heap }) => heap, 'ours', 'handWritten'),
      'MB',
      0.6,
    ),
    beside(
      'main thread, 3,000 offices',
      beforeMany.rounds(({ mainThread }) => mainThread, 'ours', 'handWritten'),
      'ms',
      0.75,
    ),
    beside(
      'heap, 3,000 offices',
      beforeMany.rounds(({ heap }) => heap, 'ours', 'handWritten'),
      'MB',
      0.75,
    ),
    createWorstRow('before a touch: layout shift', before.rounds(({ shift }) => shift, 'ours').ours),
    touched('longest task of hydration', ({ longestTask }) => longestTask, 50),
    touched('until hydrated', ({ hydrated }) => hydrated, 250),
    touched('a key, 95th percentile of 20', ({ key }) => key, 100),
    touched('another type', ({ type }) => type, 100),
    touched('Send in vain', ({ send }) => send, 100),
    touched('a photo picked', ({ photo }) => photo, 100),
  ];
}

/**
 * Measures pages with 3,000 offices. Stock RJSF is measured once, because it always runs into the timeout.
 */
export async function measureManyOfficesRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await startContenders(3_000, built);
  const scripted = all.filter(({ name }) => name !== 'plain');
  const roundsOf = ({ name }: Contender) => (name === 'stock' ? 1 : rounds);
  const found = await measureInterleaved(scripted, roundsOf, (one) => measureManyOffices(browser, one));
  await stop();
  const row = (what: string, figure: (found: ManyOffices) => number, below?: number) =>
    createComparisons(found, `3,000 offices: ${what} (given ${patienceS} s)`, 'ms', figure, below);
  return [
    ...row('main thread to load', ({ load }) => load),
    ...row('main thread to change the type', ({ change }) => change, 1.1),
    ...row('main thread of a first submit in vain', ({ submit }) => submit, 1.2),
    ...row('click until problems are there', ({ submitShown }) => submitShown),
  ];
}

/** The worst of all rounds, for faults that must never occur. */
function createWorstRow(what: string, found: readonly number[]): Row {
  return { what, ours: Math.max(...found), unit: '', limit: 0, range: { ours: getRange(found) } };
}

/** Rows of ours and, below, of stock RJSF, each beside the hand-written form. */
function createComparisons<Figures>(
  found: RoundResults<Figures>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  below?: number,
): readonly Row[] {
  return [
    createRoundRow({
      what,
      ...found.rounds(figure, 'ours', 'handWritten'),
      unit,
      ...(below !== undefined && { aim: { below } }),
    }),
    createRoundRow({
      what: '    stock RJSF instead of ours',
      ...found.rounds(figure, 'stock', 'handWritten'),
      unit,
    }),
  ];
}
