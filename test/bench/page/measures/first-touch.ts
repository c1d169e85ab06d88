import { setTimeout as wait } from 'node:timers/promises';
import { chooseType, focusPageControl, pressKeys } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { getLongestTask, recordTasks } from '../browser/tasks.ts';
import { fastVisit, openVisit, type Visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { readHeap } from './loading.ts';

/** The hydration of a form whose modules are fetched already. */
export interface Hydration {
  /** Wall-clock time in ms from the touch until the form is hydrated. */
  readonly hydrated: number;
  /** Processor time in ms of the longest task until then. */
  readonly longestTask: number;
  /** In megabytes, after a garbage collection. */
  readonly heap: number;
}

/** Touches our form. */
export function measureHydration(browser: Chromium, { address }: Contender): Promise<Hydration> {
  return openVisit(browser, address, fastVisit, async (visitor) => {
    const { hydrated, longestTask } = await hydrateForm(browser, visitor, address);
    return { hydrated, longestTask, heap: await readHeap(visitor) };
  });
}

async function hydrateForm(browser: Chromium, visitor: Visit, address: string) {
  const { cdp, goTo, fetched, settled, ask } = visitor;
  await cdp.send('Network.enable');
  await goTo(address);
  await fetched();
  await settled();
  let hydrated = Number.NaN;
  const recording = await recordTasks(browser, async () => {
    hydrated = await ask(touchForm, undefined);
    await settled();
  });
  return { hydrated, longestTask: getLongestTask(recording) };
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

/** The actions whose responses are measured. */
export const actions = ['key', 'type', 'tick', 'send', 'photo'] as const;

type Action = (typeof actions)[number];

/** The ms from an action until the next frame is drawn, the 95th percentile of 20. */
export type Responses = Readonly<Record<Action, number>>;

/** Touches our form and does each action 20 times, in forms that have what it needs. */
export function measureResponses(browser: Chromium, contender: Contender): Promise<Responses> {
  const { address, control } = contender;
  return openVisit(browser, address, fastVisit, async (visitor) => {
    const { settled } = visitor;
    await hydrateForm(browser, visitor, address);
    await focusPageControl(visitor, control('name'));
    await pressKeys(visitor, 1);
    await settled();
    const key = await repeatAction(visitor, 'key', control('name'));
    const send = await repeatAction(visitor, 'send', 'button[type=submit]');
    const type = await repeatAction(visitor, 'type', control('enquiry_type'));
    await chooseType(visitor, contender, 'Boat valuation');
    await settled();
    const tick = await repeatAction(visitor, 'tick', control('accept_term'));
    const photo = await repeatAction(visitor, 'photo', 'input[type=file]');
    return { key, type, tick, send, photo };
  });
}

const times = 20;

/** The pause between actions in ms, after the browser was idle. */
const pauseMs = 50;

async function repeatAction({ ask }: Visit, action: Action, selector: string): Promise<number> {
  const found: number[] = [];
  for (let at = 0; at < times; at += 1) {
    found.push(await ask(doAction, { action, selector, at }));
    if (action === 'photo') await ask(removePhoto, undefined);
    await ask(awaitIdle, undefined);
    await wait(pauseMs);
  }
  return getPercentile95(found);
}

function getPercentile95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

interface ActionTask {
  readonly action: Action;
  readonly selector: string;
  /** The number of the repetition. */
  readonly at: number;
}

/**
 * Runs in the page. Does an action and resolves with the ms until the next frame is drawn; for a photo until the
 * frame that shows its row.
 */
function doAction({ action, selector, at }: ActionTask): Promise<number> {
  const element = document.querySelector<HTMLInputElement>(`#ContactFormSection ${selector}`);
  if (!element) throw new Error(`Cannot use "${selector}": it is not there`);
  return new Promise((resolve) => {
    const begun = performance.now();
    if (action === 'key') document.execCommand('insertText', false, 'a');
    else if (action === 'type') {
      const options = [...(element as unknown as HTMLSelectElement).options].filter(({ value }) => value);
      const option = options[at % options.length];
      if (option) option.selected = true;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    } else if (action === 'photo') {
      const picked = new DataTransfer();
      picked.items.add(new File([new Uint8Array(1_000)], 'bow.jpg', { type: 'image/jpeg' }));
      element.files = picked.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    } else element.click();
    const checkFrame = () => {
      if (action === 'photo' && !document.querySelector('.sw-photo')) {
        requestAnimationFrame(checkFrame);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      port2.postMessage('');
    };
    requestAnimationFrame(checkFrame);
  });
}

/** Runs in the page. Removes the only photo, and resolves when its row is gone. */
function removePhoto(): Promise<void> {
  return new Promise((resolve) => {
    const checkFrame = () => {
      const row = document.querySelector('.sw-photo');
      if (!row) {
        resolve();
        return;
      }
      [...row.querySelectorAll('button')].at(-1)?.click();
      requestAnimationFrame(checkFrame);
    };
    requestAnimationFrame(checkFrame);
  });
}

/** Runs in the page. Resolves when the browser is idle. */
function awaitIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 1_000 });
  });
}
