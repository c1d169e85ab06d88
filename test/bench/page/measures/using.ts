import { setTimeout as wait } from 'node:timers/promises';
import { getMedian } from '../../row.ts';
import { chooseType, submitInvalid, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { fastVisit, openVisit, subtractMainThread, type Visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loadPage } from './loading.ts';

/**
 * The cost of using a form whose scripts run, in milliseconds of the main thread. Infinite if a page timed out.
 */
export interface FormUse {
  /** Changing the enquiry type, and with it the offered offices. */
  readonly change: number;
  /** A key, all of it. */
  readonly key: number;
  /** Script, style and layout of a key while problems are shown, so that every key may fix one. */
  readonly keyMending: number;
  /** The first submit, which shows problems. */
  readonly submit: number;
}

/**
 * The timeout. Stock RJSF compiles a schema for each office that another type offers, which takes minutes.
 */
const patienceMs = 45_000;

/** Changes the type a few times, types a name, submits, and types a message. */
export function measureUse(browser: Chromium, contender: Contender): Promise<FormUse> {
  return openVisit(browser, contender.address, fastVisit, async (visitor) => {
    await loadPage(visitor, contender);
    const ending = new AbortController();
    const infinite = Number.POSITIVE_INFINITY;
    const tooLate = wait(patienceMs, undefined, { signal: ending.signal }).then(() => ({
      change: infinite,
      key: infinite,
      keyMending: infinite,
      submit: infinite,
    }));
    const used = operateForm(visitor, contender);
    // A late result fails when the page is closed, and is ignored.
    used.catch(() => undefined);
    tooLate.catch(() => undefined);
    const found = await Promise.race([used, tooLate]);
    ending.abort();
    return found;
  });
}

const keys = 16;

async function operateForm(visitor: Visit, contender: Contender): Promise<FormUse> {
  const { spent, settled } = visitor;
  // The first change hydrates ours.
  await chooseType(visitor, contender, 'General enquiry');
  await settled();
  const changes: number[] = [];
  for (const label of ['Service and repair', 'General enquiry', 'Service and repair']) {
    const before = await spent();
    await chooseType(visitor, contender, label);
    await settled();
    changes.push(subtractMainThread(before, await spent()).total);
  }
  const { total: key } = await typeInto(visitor, contender, { field: 'name', keys });
  const before = await spent();
  await submitInvalid(visitor, contender);
  await settled();
  const submit = subtractMainThread(before, await spent()).total;
  const { script, layout } = await typeInto(visitor, contender, { field: 'message', keys });
  return { change: getMedian(changes), key, keyMending: script + layout, submit };
}
