import buildSite from '../support/build.ts';
import { startServer } from '../support/server.ts';
import { journeys, type Site } from './journey.ts';
import { type HeardBrowser, openListener } from './listener.ts';
import { play, transcriptOf } from './play.ts';
import { siteOf } from './sites.ts';

const usage = `npm run listen -- BROWSER PAGE [KEY...]     prints what is said after each key
npm run listen -- BROWSER JOURNEY           plays test/heard/JOURNEY.txt and prints what is heard
  BROWSER: firefox or chromium; PAGE: a path of the demonstration, which is built and started, or a full address
  KEY: as X names it (Tab, shift+Tab, Return, space, Down), or several in quotes: 'type Ada Marsh'`;

const [browser, target, ...keys] = process.argv.slice(2);
if ((browser !== 'firefox' && browser !== 'chromium') || target === undefined) {
  console.error(usage);
  process.exit(2);
}
// Ctrl+C ends all processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  await listen(browser, target, keys);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function listen(browser: HeardBrowser, target: string, keys: readonly string[]): Promise<void> {
  const isElsewhere = /^[a-z]+:/.test(target);
  const [journey] = isElsewhere ? [] : journeys([target]);
  const server = isElsewhere ? undefined : await startDemonstration(journey?.site);
  try {
    const listener = await openListener(browser);
    try {
      if (journey && server) {
        const { steps, faults } = await play(journey, { listener, origin: server.url, isRecorded: true });
        console.log(transcriptOf(steps));
        for (const fault of faults) console.error(fault);
        return;
      }
      const page = await listener.open(isElsewhere ? target : `${server?.url}${target}`);
      tell(target, page.opening);
      for (const key of keys) tell(key, await page.hear(key));
    } finally {
      await listener.close();
    }
  } finally {
    await server?.stop();
  }
}

function startDemonstration(site: Site = 'own') {
  buildSite();
  return startServer(siteOf(site));
}

function tell(what: string, heard: readonly string[]): void {
  console.log([`> ${what}`, ...heard, ''].join('\n'));
}
