import type { Chromium } from './chromium.ts';

/** A task of the main thread, or a part of one. */
export interface MainThreadTask {
  /** Milliseconds since an arbitrary time, the same for a whole recording. */
  readonly at: number;
  readonly end: number;
  /** Processor time in milliseconds. */
  readonly ms: number;
}

export interface Recording {
  readonly tasks: readonly MainThreadTask[];
  /** Script, style and layout only: the work that the page requests. */
  readonly asked: readonly MainThreadTask[];
  /** The times of key presses. */
  readonly keysAt: readonly number[];
}

/** Records the busiest main thread of a page while work is done. */
export async function recordTasks(browser: Chromium, work: () => Promise<void>): Promise<Recording> {
  const traceEvents = await traceBrowser(browser, work);
  const main = findBusiestThread(traceEvents);
  const own = traceEvents.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const selectTasks = (names: readonly string[]) =>
    selectOutermost(own.filter(({ name, ph }) => names.includes(name) && ph === 'X').map(toTask));
  return {
    tasks: selectTasks(['RunTask']),
    asked: selectTasks([
      'FunctionCall',
      // Continuations of promises, in which React draws: they follow a call, and are not part of it.
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

/** Returns the trace of a browser (Trace Event Format). */
async function traceBrowser(browser: Chromium, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
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

/**
 * Returns the time of tasks for each key: everything until the next key, and after the last key for the
 * median interval.
 */
export function timePerKey(tasks: readonly MainThreadTask[], keysAt: readonly number[]): readonly number[] {
  const spans = keysAt.slice(1).map((at, index) => at - (keysAt[index] ?? at));
  return keysAt.map((at, index) => {
    const next = keysAt[index + 1] ?? at + Math.max(...spans);
    // A key's own task begins before the page gets the event, and ends after it.
    return sumValues(tasks.filter(({ end }) => end >= at && end < next).map(({ ms }) => ms));
  });
}

function toTask({ ts, tdur, dur = 0 }: TraceEvent): MainThreadTask {
  return { at: ts / 1000, end: (ts + dur) / 1000, ms: (tdur ?? dur) / 1000 };
}

/** Removes tasks that are parts of others. */
function selectOutermost(tasks: readonly MainThreadTask[]): readonly MainThreadTask[] {
  let reached = Number.NEGATIVE_INFINITY;
  return [...tasks]
    .sort((one, other) => one.at - other.at || other.end - one.end)
    .filter(({ end }) => {
      if (end <= reached) return false;
      reached = end;
      return true;
    });
}

/** Returns the longest task, of all or of those that ended after a time. */
export function getLongestTask({ tasks }: Recording, since = Number.NEGATIVE_INFINITY): number {
  return Math.max(...tasks.filter(({ end }) => end >= since).map(({ ms }) => ms));
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The part of it spent on a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** Returns the busiest main thread: the others belong to idle pages. */
function findBusiestThread(events: readonly TraceEvent[]): TraceEvent | undefined {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const busy = (main: TraceEvent) =>
    sumValues(
      events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid).map(({ dur }) => dur ?? 0),
    );
  return mains.sort((one, other) => busy(other) - busy(one))[0];
}

function sumValues(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
