import type { Chromium } from '../page/browser/chromium.ts';
import { probePage, watchShift } from '../page/browser/probe.ts';
import {
  fastVisit,
  type MainThread,
  openVisit,
  slowVisit,
  subtractMainThread,
  type Visit,
} from '../page/browser/visit.ts';
import type { Host } from './hosts.ts';

/** The cost of a host page for a phone with a fast network, until it is idle. */
export interface HostLoading {
  readonly load: MainThread;
  /** Kilobytes (1,000) from other origins, compressed and with headers. */
  readonly kilobytes: number;
}

export function measureHostLoading(browser: Chromium, address: string): Promise<HostLoading> {
  return openVisit(browser, address, fastVisit, async (visitor) => {
    const foreign = await countForeign(visitor, address);
    const before = await visitor.spent();
    await visitor.goTo(address);
    await visitor.settled();
    return { load: subtractMainThread(before, await visitor.spent()), kilobytes: foreign() / 1000 };
  });
}

/**
 * The loading of a form in view on a phone with a slow network, in milliseconds since the navigation began.
 */
export interface HostArrival {
  /** Until the first text field accepts text. */
  readonly textAt: number;
  /** Until the fields of another enquiry type are shown, which is chosen as early as possible. */
  readonly typeAt: number;
  /** From other origins until then, as in {@link Loading}. */
  readonly kilobytes: number;
}

/**
 * Visits a page with a form in view impatiently.
 * @throws If typed text is lost.
 */
export function measureHostArrival(browser: Chromium, { name, near, control }: Host): Promise<HostArrival> {
  return openVisit(browser, near, slowVisit, async (visitor) => {
    const { prepare, goTo, ask, seen } = visitor;
    const foreign = await countForeign(visitor, near);
    await prepare(probePage, {
      typeControl: control('enquiry_type'),
      textControl: control('name'),
      otherType: 'Buying a yacht',
      otherControl: control('interested_in'),
    });
    await goTo(near);
    await seen(() => window.__probe?.typeAt !== undefined, undefined);
    const kilobytes = foreign() / 1000;
    const {
      textAt = Number.NaN,
      typeAt = Number.NaN,
      text,
    } = await ask(() => window.__probe ?? {}, undefined);
    if (text !== 'A') throw new Error(`What was typed into ${name} is lost: it holds "${text}"`);
    return { textAt, typeAt, kilobytes };
  });
}

/**
 * Measures layout shifts without input (Layout Instability API) on a slow network, from the top of a page to
 * its loaded form.
 */
export function measureHostShift(browser: Chromium, address: string, { control }: Host): Promise<number> {
  return openVisit(browser, address, slowVisit, async ({ prepare, goTo, ask, seen, fetched }) => {
    await prepare(watchShift, undefined);
    await goTo(address);
    await ask(() => document.querySelector('enquiry-form, [data-form]')?.scrollIntoView(), undefined);
    await seen((selector) => document.querySelector(selector) !== null, control('name'));
    await fetched();
    return ask(() => window.__shift ?? Number.NaN, undefined);
  });
}

/** Returns a function that counts the bytes from other origins than the page's, from now on. */
async function countForeign({ cdp }: Visit, address: string): Promise<() => number> {
  const own = new Set<string>();
  let bytes = 0;
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (new URL(url).origin === new URL(address).origin) own.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!own.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
