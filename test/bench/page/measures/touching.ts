import { setTimeout as wait } from 'node:timers/promises';
import { chooseType, focusPageControl, pressKeys } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { watchShift } from '../browser/probe.ts';
import { getLongestTask, recordTasks } from '../browser/tasks.ts';
import { fastVisit, openVisit, subtractMainThread, type Visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { readHeap, readShift } from './loading.ts';

/** The cost of a page for a visitor who only reads it, on a phone with a fast network. */
export interface BeforeTouch {
  /** Main thread time from the navigation until `restMs` after the `load` event, in ms. */
  readonly mainThread: number;
  /** In megabytes, after a garbage collection. */
  readonly heap: number;
  readonly shift: number;
}

/** The time after `load` within which everything that a page does on its own begins. */
const restMs = 5_000;

export function measureBeforeTouch(browser: Chromium, { address }: Contender): Promise<BeforeTouch> {
  return openVisit(browser, address, fastVisit, async (visitor) => {
    const { prepare, spent, goTo } = visitor;
    await prepare(watchShift, undefined);
    const before = await spent();
    await goTo(address);
    await wait(restMs);
    const { total: mainThread } = subtractMainThread(before, await spent());
    return { mainThread, heap: await readHeap(visitor), shift: await readShift(visitor) };
  });
}

/** Returns the kilobytes (1,000, in brotli) of the scripts that run before anybody touches the page. */
export function measureRunScripts(browser: Chromium, { address }: Contender): Promise<number> {
  return openVisit(browser, address, fastVisit, async ({ cdp, goTo, ask }) => {
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
    await goTo(address);
    await wait(restMs);
    const { result } = await cdp.send('Profiler.takePreciseCoverage');
    const addresses = result.map(({ url }) => url);
    const bytes = await ask((ran) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const sizes = new Map(entries.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
      return ran.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    }, addresses);
    return bytes / 1000;
  });
}

/** The first touch of a form whose modules are fetched already, and the use of the form afterwards. In ms. */
export interface AfterTouch {
  /** Wall-clock time from the touch until the form is hydrated. */
  readonly hydrated: number;
  /** Processor time of the longest task until then. */
  readonly longestTask: number;
  /** From an action until the next frame is drawn, the 95th percentile of 20. */
  readonly key: number;
  readonly type: number;
  readonly send: number;
  readonly photo: number;
}

/** Touches our form and uses it. */
export function measureAfterTouch(browser: Chromium, contender: Contender): Promise<AfterTouch> {
  return openVisit(browser, contender.address, fastVisit, async (visitor) => {
    const { goTo, fetched, settled, ask } = visitor;
    await goTo(contender.address);
    await fetched();
    await settled();
    let hydrated = Number.NaN;
    const recording = await recordTasks(browser, async () => {
      hydrated = await ask(touchForm, undefined);
      await settled();
    });
    const { control } = contender;
    await focusPageControl(visitor, control('name'));
    await pressKeys(visitor, 1);
    await settled();
    const key = await measureResponses(visitor, { kind: 'key', selector: control('name') });
    const send = await measureResponses(visitor, { kind: 'send', selector: 'button[type=submit]' });
    const type = await measureResponses(visitor, { kind: 'type', selector: control('enquiry_type') });
    await chooseType(visitor, contender, 'Service and repair');
    await settled();
    const photo = await ask(pickPhoto, undefined);
    return { hydrated, longestTask: getLongestTask(recording), key, type, send, photo };
  });
}

/** Runs in the page. Touches the form and resolves with the ms until it is hydrated. */
function touchForm(): Promise<number> {
  const form = document.querySelector<HTMLElement>('#slipway-form');
  if (!form?.firstElementChild) throw new Error('Cannot touch the form: it is not there');
  const begun = performance.now();
  const isDone = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (form.dataset.hydration !== 'done') return;
      observer.disconnect();
      resolve(performance.now() - begun);
    });
    observer.observe(form, { attributes: true });
  });
  form.firstElementChild.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  return isDone;
}

interface Action {
  readonly kind: 'key' | 'type' | 'send';
  readonly selector: string;
}

/**
 * Repeats an action 20 times, and returns the 95th percentile of the times until the frame that shows its effect.
 */
async function measureResponses({ ask, settled }: Visit, action: Action): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    times.push(await ask(act, { ...action, at }));
    await settled();
  }
  return getPercentile95(times);
}

function getPercentile95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

/** Runs in the page. Does an action and resolves with the ms until the next frame is drawn. */
function act({ kind, selector, at }: Action & { readonly at: number }): Promise<number> {
  const element = document.querySelector<HTMLInputElement>(`#ContactFormSection ${selector}`);
  if (!element) throw new Error(`Cannot use "${selector}": it is not there`);
  return new Promise((resolve) => {
    const begun = performance.now();
    if (kind === 'key') document.execCommand('insertText', false, 'a');
    else if (kind === 'type') {
      const options = [...(element as unknown as HTMLSelectElement).options].filter(({ value }) => value);
      const option = options[at % options.length];
      if (option) option.selected = true;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    } else element.click();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      port2.postMessage('');
    });
  });
}

/** Runs in the page. Picks a photo, and resolves with the ms until the frame that shows its row. */
function pickPhoto(): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('#ContactFormSection input[type=file]');
  if (!input) throw new Error('Cannot pick a photo: the form asks for none');
  const picked = new DataTransfer();
  picked.items.add(new File([new Uint8Array(1_000)], 'bow.jpg', { type: 'image/jpeg' }));
  return new Promise((resolve) => {
    const begun = performance.now();
    input.files = picked.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    const look = () => {
      if (document.querySelector('.sw-photo')) resolve(performance.now() - begun);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
