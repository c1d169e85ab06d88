import type { Chromium } from '../page/browser/chromium.ts';
import { probePage, watchShift } from '../page/browser/probe.ts';
import { between, fastVisit, type MainThread, slowVisit, type Visit, visit } from '../page/browser/visit.ts';
import type { Host } from './hosts.ts';

/** What a page of a host costs a phone whose network is fast, until it rests. */
export interface Loading {
  readonly load: MainThread;
  /** Kilobytes (1,000) that came from other origins, as they are sent: compressed, with their headers. */
  readonly kilobytes: number;
}

/** Loads a page of a host. */
export function measureLoading(browser: Chromium, address: string): Promise<Loading> {
  return visit(browser, address, fastVisit, async (visitor) => {
    const foreign = await countForeign(visitor, address);
    const before = await visitor.spent();
    await visitor.goTo(address);
    await visitor.settled();
    return { load: between(before, await visitor.spent()), kilobytes: foreign() / 1000 };
  });
}

/** How a form in view comes to a phone whose network is slow; milliseconds since the navigation began. */
export interface Arriving {
  /** Until the first text field takes text. */
  readonly textAt: number;
  /** Until another enquiry type that was chosen as soon as that could be done shows its fields. */
  readonly typeAt: number;
  /** From other origins until then, as {@link Loading} has them. */
  readonly kilobytes: number;
}

/** Visits a page with a form in view impatiently. @throws where what was typed is lost. */
export function measureArriving(browser: Chromium, { name, near, control }: Host): Promise<Arriving> {
  return visit(browser, near, slowVisit, async (visitor) => {
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

/** How far things move that nobody has touched (Layout Instability API), by a slow network: from the top of a page to its form, which then stands. */
export function measureShift(browser: Chromium, address: string, { control }: Host): Promise<number> {
  return visit(browser, address, slowVisit, async ({ prepare, goTo, ask, seen, fetched }) => {
    await prepare(watchShift, undefined);
    await goTo(address);
    await ask(() => document.querySelector('enquiry-form, [data-form]')?.scrollIntoView(), undefined);
    await seen((selector) => document.querySelector(selector) !== null, control('name'));
    await fetched();
    return ask(() => window.__shift ?? Number.NaN, undefined);
  });
}

/** Counts the bytes that come from other origins than a page's, from now on. */
async function countForeign({ cdp }: Visit, address: string): Promise<() => number> {
  const own = new Set<string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (new URL(url).origin === new URL(address).origin) own.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!own.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
