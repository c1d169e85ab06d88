import type { Visitor } from '../support/visitor.ts';

/** Resolves once every animation that comes to an end has ended: axe would judge colours that are still fading in. */
export async function settled({ page }: Visitor): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
