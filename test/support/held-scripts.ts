import type { Visitor } from './visitor.ts';

/** Everything that a page is taken over by: the build's files, the forms' modules, and what travels beside the page. */
export const everyScript = /\/(?:assets|forms|parts)\/[^?]+\.js(?:\?|$)/;

/** What travels beside a page. */
export const everyPart = /\/parts\//;

/** Keeps a visitor's scripts back until they are let go, or some of them; what is loaded later passes. */
export async function holdScripts(
  { page }: Visitor,
  held = everyScript,
): Promise<{ readonly letGo: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const waiting: Promise<void>[] = [];
  // The route stays: one that is taken away while its requests go on may leave one of them unanswered.
  await page.route(held, (route) => {
    // The page may have been left meanwhile.
    const going = gate.promise.then(() => route.continue()).catch(() => undefined);
    waiting.push(going);
    return going;
  });
  return {
    async letGo() {
      gate.resolve();
      await Promise.all(waiting);
    },
  };
}
