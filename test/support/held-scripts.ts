import type { Visitor } from './visitor.ts';

/** Everything that a page loads as script: the build's files and the forms' modules. */
export const everyScript = /\/(?:assets|forms)\/[^?]+\.js(?:\?|$)/;

/** Keeps a visitor's scripts back until they are let go; what is loaded later passes. */
export async function holdScripts({ page }: Visitor): Promise<{ readonly letGo: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  // The route stays: one that is taken away while its requests go on may leave one of them unanswered.
  await page.route(everyScript, (route) => {
    // The page may have been left meanwhile.
    const going = gate.promise.then(() => route.continue()).catch(() => undefined);
    held.push(going);
    return going;
  });
  return {
    async letGo() {
      gate.resolve();
      await Promise.all(held);
    },
  };
}
