import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Form, type Office, resolve, type Situation } from '#engine';
import { compileTestForm } from '../support/forms.ts';
import { type Bench, getMedian, type Row } from './row.ts';

/**
 * `resolve` with growing lists of offices beside a hand-written filter and sort for the service form, with
 * the same collator. The first plan of a list includes sorting; later ones, after a keystroke or a change of
 * type, do not.
 */
export const bench: Bench = async () => {
  const form = compileTestForm();
  const rows: Row[] = [];
  for (const count of [10, 300, 3_000, 30_000]) rows.push(...measureOffices(form, count));
  rows.push(measureGarbage(form));
  return rows;
};

const rounds = 15;

function measureOffices(form: Form, count: number): readonly Row[] {
  const first: number[] = [];
  const next: number[] = [];
  const change: number[] = [];
  const byHandFirst: number[] = [];
  const byHandNext: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const offices = makeOffices(count);
    const situation = createSituation(offices, 7);
    first.push(measureMs(() => resolve(form, situation)));
    next.push(
      measurePerCall(50, (call) =>
        resolve(form, { ...situation, entered: { ...situation.entered, message: `m${call}` } }),
      ),
    );
    for (const id of [3, 6, 7]) resolve(form, { ...situation, entered: { enquiry_type: id } });
    change.push(
      measurePerCall(50, (call) =>
        resolve(form, { ...situation, entered: { enquiry_type: call % 2 === 0 ? 6 : 7 } }),
      ),
    );
    const others = makeOffices(count);
    byHandFirst.push(measureMs(() => filterByHand(others)));
    byHandNext.push(measurePerCall(count > 3_000 ? 3 : 10, () => filterByHand(others)));
  }
  const aims = count >= 300;
  const row = (what: string, ours: number[], theirs: number[], below: number): Row => ({
    what: `resolve, ${count} offices, ${what}`,
    ours: getMedian(ours),
    theirs: getMedian(theirs),
    unit: 'ms',
    ...(aims && { aim: { below } }),
  });
  return [
    row('first plan', first, byHandFirst, 10),
    row('a keystroke', next, byHandNext, 2),
    row('a type change', change, byHandNext, 2),
  ];
}

/** The work of a page without an engine on every draw. */
function filterByHand(
  offices: readonly Office[],
): readonly { readonly value: unknown; readonly label: string }[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return offices
    .filter((office) => office.email?.trim() && office.services?.includes('service'))
    .sort(
      (one, other) =>
        (one.sortOrder ?? Number.POSITIVE_INFINITY) - (other.sortOrder ?? Number.POSITIVE_INFINITY),
    )
    .map((office) => ({
      value: office.id,
      label: office.title ? `${office.name} - ${office.title}` : office.name,
    }))
    .sort((one, other) => collator.compare(one.label, other.label));
}

// Only contexts that begin after this have the collector.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The heap after many plans of one list, compared with that after few: caches do not grow with use. */
function measureGarbage(form: Form): Row {
  const situation = createSituation(makeOffices(3_000), 7);
  const heapAfter = (plans: number) => {
    for (let plan = 0; plan < plans; plan += 1)
      resolve(form, { ...situation, entered: { message: `m${plan}` } });
    collectGarbage();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const few = heapAfter(1_000);
  return {
    what: 'resolve, heap after 21,000 plans beside 1,000',
    ours: heapAfter(20_000),
    theirs: few,
    unit: 'MB',
    aim: { below: 1.1 },
  };
}

function makeOffices(count: number): readonly Office[] {
  const services = ['general', 'sales', 'service'];
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `Marina ${(index * 7919) % count}`,
    title: index % 3 === 0 ? null : 'Sales and service',
    email: index % 20 === 0 ? '' : `office${index}@example.com`,
    sortOrder: (index * 31) % count,
    services: services.filter((_, place) => (index + place) % 3 !== 0),
    site: { id: 101, isInternational: index % 10 === 0, exclude_from_international: false },
  }));
}

function createSituation(offices: readonly Office[], typeId: number): Situation {
  return {
    site: { id: 101, domain: 'www.example.com' },
    page: {},
    content: {
      offices,
      allOffices: offices,
      enquiryTypes: [3, 6, 7, 5, 9, 8].map((id) => ({ id, name: `type ${id}` })),
      yachtModels: [{ name: 'Fifty' }],
      eventTitles: { state: 'ready', titles: [] },
    },
    locale: 'en',
    today: '2026-11-21',
    entered: { enquiry_type: typeId },
  };
}

function measureMs(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function measurePerCall(calls: number, work: (call: number) => unknown): number {
  return (
    measureMs(() => {
      for (let call = 0; call < calls; call += 1) work(call);
    }) / calls
  );
}
