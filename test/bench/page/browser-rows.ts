import { type Row, rangeOf, rowOf } from '../row.ts';
import type { Chromium } from './browser/chromium.ts';
import { type Contender, contendersWith } from './contenders.ts';
import { type Arriving, measureArriving } from './measures/arriving.ts';
import { type Loading, measureLoading, measureLongestTask, measureSlowShift } from './measures/loading.ts';
import { type ManyOffices, measureManyOffices, patienceS } from './measures/many-offices.ts';
import { type Found, interleaved } from './measures/rounds.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

export interface Measuring {
  readonly browser: Chromium;
  readonly built: BuiltPeers;
  /** The number of measurements for each figure. */
  readonly rounds: number;
}

/** Measures the loading of a page on a slow network. */
export async function arrivingRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await contendersWith(120, built);
  const found = await interleaved(all, rounds, (one) => measureArriving(browser, one));
  const shifts = await interleaved(all.slice(0, 1), rounds, (one) => measureSlowShift(browser, one));
  await stop();
  const text = ({ textAt }: Arriving) => textAt;
  return [
    ...beside(found, 'kB of JS and CSS until the form answers', 'kB', ({ kilobytes }) => kilobytes, 1.6),
    ...beside(found, 'slow network: until a change of type works', 'ms', ({ typeAt }) => typeAt, 1),
    rowOf({
      what: 'slow network: until the first field takes text (plain HTML)',
      ...found.rounds(text, 'ours', 'plain'),
      unit: 'ms',
      aim: { below: 1.1 },
    }),
    ...beside(found, 'slow network: until the first field takes text', 'ms', text, 0.55),
    most('slow network: layout shift of a first visit', shifts.all('ours')),
  ];
}

/** Measures main thread time and memory of a page. */
export async function loadingRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await contendersWith(120, built);
  const [ours] = all;
  if (ours === undefined) throw new Error('Cannot measure a page: none is served');
  const found = await interleaved(all, rounds, (one) => measureLoading(browser, one));
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await measureLongestTask(browser, ours));
  await stop();
  const floor = found.median('plain', ({ load }) => load.total);
  return [
    ...beside(found, 'main thread to load, all of it', 'ms', ({ load }) => load.total, 1.2),
    ...beside(found, '  above the same page in plain HTML', 'ms', ({ load }) => load.total - floor),
    ...beside(found, '  script alone', 'ms', ({ load }) => load.script),
    ...beside(found, 'JavaScript heap after loading', 'MB', ({ heap }) => heap, 1.3),
    ...beside(found, 'main thread a keystroke, all of it', 'ms', ({ key }) => key.total, 1),
    ...beside(found, '  script alone', 'ms', ({ key }) => key.script, 1),
    ...beside(
      found,
      'main thread a keystroke while problems are shown',
      'ms',
      ({ keyMending }) => keyMending.total,
    ),
    ...beside(found, '  script alone', 'ms', ({ keyMending }) => keyMending.script),
    rowOf({
      what: '  for scale: a keystroke in plain HTML',
      ...found.rounds(({ key }) => key.total, 'plain'),
      unit: 'ms',
    }),
    most(
      'fast network: layout shift of a first visit',
      found.rounds(({ shift }: Loading) => shift, 'ours').ours,
    ),
    rowOf({ what: 'longest task of loading, nothing slowed', ours: longest, unit: 'ms', limit: 50 }),
  ];
}

/**
 * Measures pages with 3,000 offices. Stock RJSF is measured once, because it always runs into the timeout.
 */
export async function manyOfficesRows({ browser, built, rounds }: Measuring): Promise<readonly Row[]> {
  const { all, stop } = await contendersWith(3_000, built);
  const scripted = all.filter(({ name }) => name !== 'plain');
  const roundsOf = ({ name }: Contender) => (name === 'stock' ? 1 : rounds);
  const found = await interleaved(scripted, roundsOf, (one) => measureManyOffices(browser, one));
  await stop();
  const row = (what: string, figure: (found: ManyOffices) => number, below?: number) =>
    beside(found, `3,000 offices: ${what} (given ${patienceS} s)`, 'ms', figure, below);
  return [
    ...row('main thread to load', ({ load }) => load),
    ...row('main thread to change the type', ({ change }) => change, 1.1),
    ...row('main thread of a first submit in vain', ({ submit }) => submit, 1.2),
    ...row('click until problems are there', ({ submitShown }) => submitShown),
  ];
}

/** The worst of all rounds, for faults that must never occur. */
function most(what: string, found: readonly number[]): Row {
  return { what, ours: Math.max(...found), unit: '', limit: 0, range: { ours: rangeOf(found) } };
}

/** Rows of ours and, below, of stock RJSF, each beside the hand-written form. */
function beside<Figures>(
  found: Found<Figures>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  below?: number,
): readonly Row[] {
  return [
    rowOf({
      what,
      ...found.rounds(figure, 'ours', 'handWritten'),
      unit,
      ...(below !== undefined && { aim: { below } }),
    }),
    rowOf({ what: '    stock RJSF instead of ours', ...found.rounds(figure, 'stock', 'handWritten'), unit }),
  ];
}
