import type { Browser } from 'playwright-core';
import { median, type Row } from '../row.ts';
import { type Contender, contendersWith } from './contenders.ts';
import { type Arriving, measureArriving } from './measures/arriving.ts';
import { type BadInput, measureBadInput, serveBadInput } from './measures/bad-input.ts';
import { type LargeForm, measureKey, measureLongestKey, serveLargeForm } from './measures/large-forms.ts';
import { type Loading, measureLoading, measureLongestTask, measureSlowShift } from './measures/loading.ts';
import { type ManyOffices, measureManyOffices, patienceS } from './measures/many-offices.ts';
import { type Found, interleaved } from './measures/rounds.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

const rounds = 7;

/** Aims are about ours, the hand-written form and, for its first field, plain HTML; the others give the scale. */
const fewRounds = 3;

/** How a page comes by a slow network. */
export async function arrivingRows(browser: Browser, built: BuiltPeers): Promise<readonly Row[]> {
  const { all, stop } = await contendersWith(120, built);
  const roundsOf = ({ name }: Contender) => (name === 'stock' ? fewRounds : rounds);
  const found = await interleaved(all, roundsOf, (one) => measureArriving(browser, one));
  const shift = Math.max(
    ...(
      await interleaved(
        all.slice(0, 1),
        () => fewRounds,
        (one) => measureSlowShift(browser, one),
      )
    ).all('ours'),
  );
  await stop();
  const text = ({ textAt }: Arriving) => textAt;
  const textRow = { ours: found.median('ours', text), unit: 'ms' };
  return [
    ...beside(found, 'kB of JS and CSS until the form answers', 'kB', ({ kilobytes }) => kilobytes, 1.6),
    ...beside(found, 'slow network: until a change of type works', 'ms', ({ typeAt }) => typeAt, 1),
    {
      what: 'slow network: until the first field takes text (plain HTML)',
      ...textRow,
      theirs: found.median('plain', text),
      aim: { below: 1.1 },
    },
    ...beside(found, 'slow network: until the first field takes text', 'ms', text, 0.55),
    { what: 'slow network: layout shift of a first visit', ours: shift, unit: '', limit: 0 },
  ];
}

/** What a page costs the main thread and the memory. */
export async function loadingRows(browser: Browser, built: BuiltPeers): Promise<readonly Row[]> {
  const { all, stop } = await contendersWith(120, built);
  const [ours] = all;
  if (ours === undefined) throw new Error('Cannot measure a page: none is served');
  const roundsOf = ({ name }: Contender) => (name === 'stock' || name === 'plain' ? fewRounds : rounds);
  const found = await interleaved(all, roundsOf, (one) => measureLoading(browser, one));
  const longest: number[] = [];
  for (let round = 0; round < fewRounds; round += 1) longest.push(await measureLongestTask(browser, ours));
  await stop();
  const floor = found.median('plain', ({ load }) => load.total);
  return [
    ...beside(found, 'main thread to load, all of it', 'ms', ({ load }) => load.total, 1.2),
    ...beside(found, '  above the same page in plain HTML', 'ms', ({ load }) => load.total - floor),
    ...beside(found, '  script alone', 'ms', ({ load }) => load.script),
    ...beside(found, 'JavaScript heap after loading', 'MB', ({ heap }) => heap, 1.4),
    ...beside(found, 'main thread a keystroke, all of it', 'ms', ({ key }) => key.total, 1),
    ...beside(found, '  script alone', 'ms', ({ key }) => key.script, 1),
    ...beside(
      found,
      'main thread a keystroke while problems are shown',
      'ms',
      ({ keyMending }) => keyMending.total,
    ),
    ...beside(found, '  script alone', 'ms', ({ keyMending }) => keyMending.script),
    {
      what: '  for scale: a keystroke in plain HTML',
      ours: found.median('plain', ({ key }) => key.total),
      unit: 'ms',
    },
    {
      what: 'fast network: layout shift of a first visit',
      ours: Math.max(...found.all('ours').map(({ shift }: Loading) => shift)),
      unit: '',
      limit: 0,
    },
    { what: 'longest task of loading, nothing slowed', ours: median(longest), unit: 'ms', limit: 50 },
  ];
}

/** What 3,000 offices cost. */
export async function manyOfficesRows(browser: Browser, built: BuiltPeers): Promise<readonly Row[]> {
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

/** Forms of ours that are larger than any that ships. */
export async function largeFormRows(browser: Browser): Promise<readonly Row[]> {
  const small = await serveLargeForm({ texts: 20 });
  const large = await serveLargeForm({ texts: 500 });
  const choosy = await serveLargeForm({ texts: 160, selects: 40, options: 125 });
  const [few, many, longest] = [[], [], []] as [
    Awaited<ReturnType<typeof measureKey>>[],
    Awaited<ReturnType<typeof measureKey>>[],
    Awaited<ReturnType<typeof measureLongestKey>>[],
  ];
  for (let round = 0; round < rounds; round += 1) {
    few.push(await measureKey(browser, small));
    many.push(await measureKey(browser, large));
    if (round < fewRounds) longest.push(await measureLongestKey(browser, choosy));
  }
  await Promise.all([small.stop(), large.stop(), choosy.stop()]);
  const sized = (what: string, figure: (key: (typeof few)[number]) => number): Row => ({
    what,
    ours: median(many.map(figure)),
    theirs: median(few.map(figure)),
    unit: 'ms',
    aim: { below: 1.2 },
  });
  const longestRow = (
    what: string,
    figure: (found: (typeof longest)[number]) => number,
    limit?: number,
  ): Row => ({
    what,
    ours: median(longest.map(figure)),
    unit: 'ms',
    ...(limit !== undefined && { limit }),
  });
  return [
    sized('a keystroke in 500 fields (20), all of it', ({ total }) => total),
    sized('a keystroke in 500 fields (20), script', ({ script }) => script),
    longestRow(
      'longest key, 200 fields, 5,000 options: script, style, layout',
      ({ typing }) => typing.asked,
      16,
    ),
    longestRow('  while problems are shown', ({ mending }) => mending.asked, 16),
    longestRow('longest key, painting and the browser’s own included', ({ typing }) => typing.total),
    longestRow('  while problems are shown', ({ mending }) => mending.total),
  ];
}

/** Far more than is drawn well, on the slowest phone. */
export async function badInputRows(browser: Browser, built: BuiltPeers): Promise<readonly Row[]> {
  const fields = await badInput(browser, built, '5,000 fields', { texts: 5_000 });
  return [
    ...fields,
    ...(await badInput(browser, built, '100,000 choices', { texts: 20, selects: 1, options: 100_000 })),
  ];
}

async function badInput(
  browser: Browser,
  built: BuiltPeers,
  what: string,
  form: LargeForm,
): Promise<readonly Row[]> {
  const { all, stop } = await serveBadInput(form, built);
  const found = await interleaved(
    all,
    () => fewRounds,
    (one) => measureBadInput(browser, one),
  );
  await stop();
  const row = (more: string, figure: (found: BadInput) => number, limit?: number): Row => ({
    what: `${what}: ${more}`,
    ours: found.median('ours', figure),
    theirs: found.median('handWritten', figure),
    unit: 'ms',
    ...(limit !== undefined && { limit }),
  });
  return [
    row('longest key: script, style, layout', ({ typing }) => typing.asked, 50),
    row('  while problems are shown', ({ mending }) => mending.asked, 50),
    row('longest key, painting and the browser’s own included', ({ typing }) => typing.total),
    row('  while problems are shown', ({ mending }) => mending.total),
    row('longest task of loading', ({ load }) => load),
  ];
}

/** Ours beside the hand-written form, and below it stock RJSF beside the same. */
function beside<Figures>(
  found: Found<Figures>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  below?: number,
): readonly Row[] {
  const theirs = found.median('handWritten', figure);
  return [
    {
      what,
      ours: found.median('ours', figure),
      theirs,
      unit,
      ...(below !== undefined && { aim: { below } }),
    },
    { what: '    stock RJSF instead of ours', ours: found.median('stock', figure), theirs, unit },
  ];
}
