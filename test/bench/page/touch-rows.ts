import { createRoundRow, getRange, type Row } from '../row.ts';
import { type Contender, type Contenders, startContenders } from './contenders.ts';
import { measureArrival, type PageArrival } from './measures/arriving.ts';
import { type BeforeTouch, measureBeforeTouch, measureRunScripts } from './measures/before-touch.ts';
import { actions, type Hydration, measureHydration, measureResponses } from './measures/first-touch.ts';
import { serveLargeForm } from './measures/large-forms.ts';
import { measureSlowShift } from './measures/loading.ts';
import { type Measuring, measureInterleaved, type RoundResults } from './measures/rounds.ts';
import { type FormUse, measureUse } from './measures/using.ts';

/** Measures a page before anybody touches its form, the first touch, and the use of the form. */
export async function measureTouchRows(measuring: Measuring): Promise<readonly Row[]> {
  const [few, more, many] = await Promise.all([
    startContenders(120, measuring.built),
    startContenders(300, measuring.built),
    startContenders(3_000, measuring.built),
  ]);
  try {
    return [
      ...(await measureBeforeRows(measuring, few, many)),
      ...(await measureHydrationRows(measuring, few)),
      ...(await measureUseRows(measuring, more, many)),
      ...(await measureArrivalRows(measuring, few)),
    ];
  } finally {
    await Promise.all([few.stop(), more.stop(), many.stop()]);
  }
}

/** Measures what a visitor pays who only reads a page. */
async function measureBeforeRows(
  { browser, rounds }: Measuring,
  few: Contenders,
  many: Contenders,
): Promise<readonly Row[]> {
  const measure = (one: Contender) => measureBeforeTouch(browser, one);
  const found = await measureInterleaved(few.all, roundsFor(rounds), measure);
  const foundMany = await measureInterleaved(selectPair(many), rounds, measure);
  const scripts = await measureInterleaved(selectPair(few), 1, (one) => measureRunScripts(browser, one));
  const shifts = await measureInterleaved(selectOurs(few), rounds, (one) => measureSlowShift(browser, one));
  const mainThread = (figures: BeforeTouch) => figures.mainThread;
  const heap = (figures: BeforeTouch) => figures.heap;
  return [
    createRoundRow({
      what: 'before a touch: script that runs',
      ...scripts.rounds(({ beforeLoad }) => beforeLoad, 'ours', 'handWritten'),
      unit: 'kB',
      limit: 3,
    }),
    createRoundRow({
      what: 'a first visit: requests for the service worker before load',
      ...scripts.rounds(({ workerRequests }) => workerRequests, 'ours'),
      unit: '',
      limit: 0,
    }),
    createRoundRow({
      what: 'a first visit: script that registers it, after load',
      ...scripts.rounds(({ afterLoad }) => afterLoad, 'ours'),
      unit: 'kB',
      limit: 1.5,
    }),
    ...createComparisons(found, 'before a touch: main thread', 'ms', mainThread, 0.75),
    ...createComparisons(found, 'before a touch: heap', 'MB', heap, 0.6),
    createComparison(foundMany, 'before a touch, 3,000 offices: main thread', 'ms', mainThread, 0.75),
    createComparison(foundMany, 'before a touch, 3,000 offices: heap', 'MB', heap, 0.75),
    createWorstRow('before a touch: layout shift', found.rounds(({ shift }) => shift, 'ours').ours),
    createWorstRow('before a touch: layout shift, slow network', shifts.all('ours')),
    createRoundRow({
      what: 'before a touch: tasks over 50 ms (in plain HTML)',
      ...found.rounds(({ longTasks }) => longTasks, 'ours', 'plain'),
      unit: '',
      limit: 0,
    }),
  ];
}

/** Measures the first touch of a form whose modules are fetched, and the responses to actions afterwards. */
async function measureHydrationRows(
  { browser, rounds }: Measuring,
  few: Contenders,
): Promise<readonly Row[]> {
  const long = await serveLargeForm({ texts: 500 });
  const measure = (one: Contender) => measureHydration(browser, one);
  const found = await measureInterleaved(selectOurs(few), rounds, measure);
  const foundLong = await measureInterleaved([long], rounds, measure);
  await long.stop();
  const responses = await measureInterleaved(selectOurs(few), rounds, (one) =>
    measureResponses(browser, one),
  );
  const longestTask = (figures: Hydration) => figures.longestTask;
  return [
    createLimitRow('touched: longest task of hydration', found.all('ours').map(longestTask), 50),
    createLimitRow('touched: longest task, 500 fields', foundLong.all('ours').map(longestTask), 100),
    createLimitRow(
      'touched: until hydrated',
      found.all('ours').map(({ hydrated }) => hydrated),
      250,
    ),
    createRoundRow({ what: 'touched: heap', ...found.rounds(({ heap }) => heap, 'ours'), unit: 'MB' }),
    ...actions.map((action) =>
      createLimitRow(
        `touched: response to ${actionNames[action]}, 95th percentile of 20`,
        responses.all('ours').map((figures) => figures[action]),
        100,
      ),
    ),
  ];
}

const actionNames: Readonly<Record<(typeof actions)[number], string>> = {
  key: 'a key',
  type: 'another type',
  tick: 'a tick',
  send: 'Send in vain',
  photo: 'a picked photo',
};

/** Measures the use of a hydrated form. Stock RJSF times out with 3,000 offices, so it is measured once. */
async function measureUseRows(
  { browser, rounds }: Measuring,
  more: Contenders,
  many: Contenders,
): Promise<readonly Row[]> {
  const measure = (one: Contender) => measureUse(browser, one);
  const found = await measureInterleaved(selectScripted(more), roundsFor(rounds), measure);
  const foundMany = await measureInterleaved(selectScripted(many), roundsFor(rounds), measure);
  const change = (figures: FormUse) => figures.change;
  return [
    ...createComparisons(found, 'hydrated, 300 offices: another type', 'ms', change, 1),
    ...createComparisons(foundMany, 'hydrated, 3,000 offices: another type', 'ms', change, 1),
    ...createComparisons(found, 'hydrated: a key', 'ms', ({ key }) => key, 1),
    createRoundRow({
      what: 'hydrated: script, style and layout of a key while problems are shown',
      ...found.rounds(({ keyMending }) => keyMending, 'ours', 'handWritten'),
      unit: 'ms',
      limit: 16,
    }),
    ...createComparisons(
      foundMany,
      'hydrated, 3,000 offices: first submit in vain',
      'ms',
      ({ submit }) => submit,
      1.2,
    ),
  ];
}

/** Measures an impatient visitor on a slow network, who types and chooses another type as early as possible. */
async function measureArrivalRows({ browser, rounds }: Measuring, few: Contenders): Promise<readonly Row[]> {
  // The rendered form loses what was typed before it is hydrated.
  const contenders = few.all.filter(({ name }) => name !== 'rendered');
  const found = await measureInterleaved(contenders, roundsFor(rounds), (one) =>
    measureArrival(browser, one),
  );
  const textAt = (figures: PageArrival) => figures.textAt;
  const typeAt = (figures: PageArrival) => figures.typeAt;
  return [
    ...createComparisons(found, 'slow network: until the first field takes text', 'ms', textAt, 0.65),
    ...createComparisons(found, 'slow network: until another type works', 'ms', typeAt, 1.2),
    ...createComparisons(found, 'JS and CSS until then', 'kB', ({ kilobytes }) => kilobytes),
  ];
}

/** Contenders for scale are measured less often than the two that the aims compare. */
function roundsFor(rounds: number): (contender: Contender) => number {
  const scale: Partial<Record<Contender['name'], number>> = { rendered: 3, plain: 3, stock: 1 };
  return ({ name }) => Math.min(rounds, scale[name] ?? rounds);
}

function selectOurs({ all }: Contenders): readonly Contender[] {
  return all.filter(({ name }) => name === 'ours');
}

function selectPair({ all }: Contenders): readonly Contender[] {
  return all.filter(({ name }) => name === 'ours' || name === 'handWritten');
}

/** Returns ours, the form by hand, and stock RJSF. */
function selectScripted({ all }: Contenders): readonly Contender[] {
  return all.filter(({ name }) => name !== 'plain' && name !== 'rendered');
}

/** The worst of all rounds, for faults that must never occur. */
function createWorstRow(what: string, found: readonly number[]): Row {
  return { what, ours: Math.max(...found), unit: '', limit: 0, range: { ours: getRange(found) } };
}

function createLimitRow(what: string, ours: readonly number[], limit: number): Row {
  return createRoundRow({ what, ours, unit: 'ms', limit });
}

/** A row of ours beside the form by hand. */
function createComparison<Figures>(
  found: RoundResults<Figures>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  below?: number,
): Row {
  return createRoundRow({
    what,
    ...found.rounds(figure, 'ours', 'handWritten'),
    unit,
    ...(below !== undefined && { aim: { below } }),
  });
}

const otherNames = {
  plain: 'plain HTML',
  rendered: 'by hand, rendered by the server and hydrated at once',
  stock: 'stock RJSF',
} as const;

/** A row of ours beside the form by hand and, below, rows of the others that were measured. */
function createComparisons<Figures>(
  found: RoundResults<Figures>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  below?: number,
): readonly Row[] {
  const others = (Object.keys(otherNames) as (keyof typeof otherNames)[]).filter((name) =>
    found.all(name).some((figures) => !Number.isNaN(figure(figures))),
  );
  return [
    createComparison(found, what, unit, figure, below),
    ...others.map((name) =>
      createRoundRow({
        what: `    ${otherNames[name]} instead of ours`,
        ...found.rounds(figure, name, 'handWritten'),
        unit,
      }),
    ),
  ];
}
