import { setTimeout as wait } from 'node:timers/promises';
import { getMedian } from '../../row.ts';
import { chooseType, submitInvalid, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { fastVisit, openVisit, subtractMainThread, type Visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loadPage } from './loading.ts';

/** The cost of long lists of offices, in milliseconds of the main thread. Infinite if a page timed out. */
export interface ManyOffices {
  readonly load: number;
  /** Changing the enquiry type, and with it the offered offices. */
  readonly change: number;
  /** The first submit, which shows problems: all its work, and the wall-clock time until they are shown. */
  readonly submit: number;
  readonly submitShown: number;
}

/**
 * The timeout. Stock RJSF compiles a schema for each office that another type offers, which takes minutes.
 */
export const patienceS = 45;

/** Changes the type a few times, types a name, and submits. */
export function measureManyOffices(browser: Chromium, contender: Contender): Promise<ManyOffices> {
  return openVisit(browser, contender.address, fastVisit, async (visitor) => {
    const { total: load } = await loadPage(visitor, contender);
    const ending = new AbortController();
    const tooLate = wait(1000 * patienceS, undefined, { signal: ending.signal }).then(() => ({
      change: Number.POSITIVE_INFINITY,
      submit: Number.POSITIVE_INFINITY,
      submitShown: Number.POSITIVE_INFINITY,
    }));
    const used = operateForm(visitor, contender);
    // A late result fails when the page is closed, and is ignored.
    used.catch(() => undefined);
    tooLate.catch(() => undefined);
    const found = await Promise.race([used, tooLate]);
    ending.abort();
    return { load, ...found };
  });
}

async function operateForm(visitor: Visit, contender: Contender): Promise<Omit<ManyOffices, 'load'>> {
  const { spent, settled } = visitor;
  const changes: number[] = [];
  for (const label of ['General enquiry', 'Service and repair', 'General enquiry', 'Service and repair']) {
    const before = await spent();
    await chooseType(visitor, contender, label);
    await settled();
    changes.push(subtractMainThread(before, await spent()).total);
  }
  // Visitors type before they submit, so code loaded at the first key is loaded.
  await typeInto(visitor, contender, { field: 'name', keys: 3 });
  const before = await spent();
  const submitShown = await submitInvalid(visitor, contender);
  await settled();
  return { change: getMedian(changes), submit: subtractMainThread(before, await spent()).total, submitShown };
}
