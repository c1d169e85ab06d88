import type { Chromium } from './chromium.ts';

/** A task of the main thread, or a part of one. */
export interface Task {
  /** When it began and ended: milliseconds since some moment, the same for all of a recording. */
  readonly at: number;
  readonly end: number;
  /** How long it had a processor. */
  readonly ms: number;
}

/** What a recording tells. */
export interface Recording {
  /** Everything that the main thread did. */
  readonly tasks: readonly Task[];
  /** Script, style and layout alone: what the page asks of the browser. */
  readonly asked: readonly Task[];
  /** When each key went down. */
  readonly keysAt: readonly number[];
}

/** Records the main thread of the page that works most while something is done. */
export async function recorded(browser: Chromium, work: () => Promise<void>): Promise<Recording> {
  const traceEvents = await traced(browser, work);
  const main = busiest(traceEvents);
  const own = traceEvents.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const tasksOf = (names: readonly string[]) =>
    outermost(own.filter(({ name, ph }) => names.includes(name) && ph === 'X').map(taskOf));
  return {
    tasks: tasksOf(['RunTask']),
    asked: tasksOf([
      'FunctionCall',
      // What promises go on with, in which React draws: it follows a call, and is in none.
      'RunMicrotasks',
      'EvaluateScript',
      'TimerFire',
      'Layout',
      'UpdateLayoutTree',
      'MinorGC',
      'MajorGC',
    ]),
    keysAt: own
      .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
      .map(({ ts }) => ts / 1000),
  };
}

/** What a browser notes meanwhile (Trace Event Format). */
async function traced(browser: Chromium, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const hear = ({ value }: { value: readonly object[] }) => events.push(...(value as TraceEvent[]));
  browser.on('Tracing.dataCollected', hear);
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      excludedCategories: ['*'],
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'v8.execute',
        '__metadata',
      ],
    },
  });
  await work();
  const isComplete = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  await browser.send('Tracing.end');
  await isComplete;
  browser.off('Tracing.dataCollected', hear);
  return events;
}

/** How long some of the tasks took for each key: everything from one until the next, after the last for as long as a key mostly has. */
export function timePerKey(tasks: readonly Task[], keysAt: readonly number[]): readonly number[] {
  const spans = keysAt.slice(1).map((at, index) => at - (keysAt[index] ?? at));
  return keysAt.map((at, index) => {
    const next = keysAt[index + 1] ?? at + Math.max(...spans);
    // A key's own task begins before the page hears of the key, and ends after that.
    return sum(tasks.filter(({ end }) => end >= at && end < next).map(({ ms }) => ms));
  });
}

function taskOf({ ts, tdur, dur = 0 }: TraceEvent): Task {
  return { at: ts / 1000, end: (ts + dur) / 1000, ms: (tdur ?? dur) / 1000 };
}

/** Without those that are parts of others. */
function outermost(tasks: readonly Task[]): readonly Task[] {
  let reached = Number.NEGATIVE_INFINITY;
  return [...tasks]
    .sort((one, other) => one.at - other.at || other.end - one.end)
    .filter(({ end }) => {
      if (end <= reached) return false;
      reached = end;
      return true;
    });
}

/** The longest task, of all or of those that ended after some moment. */
export function longestTask({ tasks }: Recording, since = Number.NEGATIVE_INFINITY): number {
  return Math.max(...tasks.filter(({ end }) => end >= since).map(({ ms }) => ms));
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of which on a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** The main thread of the renderer that worked most: others belong to pages that are at rest. */
function busiest(events: readonly TraceEvent[]): TraceEvent | undefined {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const busy = (main: TraceEvent) =>
    sum(events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).map(({ dur }) => dur ?? 0));
  return mains.sort((one, other) => busy(other) - busy(one))[0];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
