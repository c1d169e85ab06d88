import type { Visitor } from './visitor.ts';

/** Everything that a page loads as script: the build's files and the forms' modules. */
export const everyScript = /\/(?:assets|forms)\/[^?]+\.js(?:\?|$)/;

/** Keeps a visitor's scripts back until they are let go. */
export async function holdScripts({ page }: Visitor): Promise<{ readonly letGo: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  await page.route(everyScript, async (route) => {
    await gate.promise;
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return {
    async letGo() {
      gate.resolve();
      await page.unroute(everyScript);
    },
  };
}
