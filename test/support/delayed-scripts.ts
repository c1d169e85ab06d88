import type { Visitor } from './visitor.ts';

/**
 * Requests for scripts that a form needs for hydration: the build's files, the forms' modules, and the
 * fragments beside the page.
 */
export const everyScript = /\/(?:assets|forms|parts)\/[^?]+\.js(?:\?|$)/;

/** Requests for fragments beside a page. */
export const everyFragment = /\/parts\//;

/** Delays a visitor's scripts, or some of them, until they are released. Later requests are not delayed. */
export async function delayScripts(
  { page }: Visitor,
  held = everyScript,
): Promise<{ readonly letGo: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const waiting: Promise<void>[] = [];
  // The route stays: removing it while requests are pending may leave one unanswered.
  await page.route(held, (route) => {
    // The page may have been closed meanwhile.
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
