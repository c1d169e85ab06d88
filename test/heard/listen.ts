import buildSite from '../support/build.ts';
import { type JourneySite, readJourneys } from './journey.ts';
import { type HeardBrowser, openListener } from './listener.ts';
import { formatTranscript, runJourney } from './play.ts';
import { startSite } from './sites.ts';

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
  await listenToPage(browser, target, keys);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function listenToPage(browser: HeardBrowser, target: string, keys: readonly string[]): Promise<void> {
  const isOutside = /^[a-z]+:/.test(target);
  const [journey] = isOutside ? [] : readJourneys([target]);
  const server = isOutside ? undefined : await startDemonstration(journey?.site);
  try {
    const listener = await openListener(browser);
    try {
      if (journey && server) {
        const { steps, faults } = await runJourney(journey, {
          listener,
          site: server,
          isRecorded: true,
        });
        console.log(formatTranscript(steps));
        for (const fault of faults) console.error(fault);
        return;
      }
      const page = await listener.open(isOutside ? target : `${server?.url}${target}`);
      printUtterances(target, page.opening);
      for (const key of keys) printUtterances(key, await page.pressAndRead(key));
    } finally {
      await listener.close();
    }
  } finally {
    await server?.stop();
  }
}

function startDemonstration(site: JourneySite = 'own') {
  buildSite();
  return startSite(site);
}

function printUtterances(what: string, heard: readonly string[]): void {
  console.log([`> ${what}`, ...heard, ''].join('\n'));
}
