import type { Chromium } from '../browser/chromium.ts';
import { probePage } from '../browser/probe.ts';
import { openVisit, slowVisit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';

/** The loading of a page on a phone with a slow network, in milliseconds since the navigation began. */
export interface PageArrival {
  /** Until the first text field accepts text. */
  readonly textAt: number;
  /**
   * Until the fields of another enquiry type are shown, which is chosen as early as possible. NaN if no
   * script handles it.
   */
  readonly typeAt: number;
  /** Kilobytes (1,000) of scripts and style sheets until then. */
  readonly kilobytes: number;
}

/**
 * Visits a page impatiently.
 * @throws If text typed before hydration is lost.
 */
export function measureArrival(browser: Chromium, contender: Contender): Promise<PageArrival> {
  const { name, address, control } = contender;
  return openVisit(browser, address, slowVisit, async ({ prepare, goTo, ask, seen }) => {
    await prepare(probePage, {
      typeControl: control('enquiry_type'),
      textControl: control('name'),
      otherType: 'Buying a yacht',
      otherControl: control('interested_in'),
    });
    await goTo(address);
    const [answered, patienceMs] =
      name === 'plain' ? ['textAt' as const, 2_000] : ['typeAt' as const, 30_000];
    await seen((wanted) => window.__probe?.[wanted] !== undefined, answered, patienceMs);
    const {
      textAt = Number.NaN,
      typeAt = Number.NaN,
      bytes = Number.NaN,
      text,
    } = await ask(() => window.__probe ?? {}, undefined);
    if (name !== 'plain' && text !== 'A')
      throw new Error(`What was typed into ${name} before it answered is lost: it holds "${text}"`);
    return { textAt, typeAt, kilobytes: bytes / 1000 };
  });
}
