import { describe, inject, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { type HeardJourney, type JourneySite, readJourneys } from './journey.ts';
import { type HeardBrowser, type Listener, openListener } from './listener.ts';
import { formatTranscript, type JourneyResult, runJourney } from './play.ts';
import { createSiteOptions } from './sites.ts';

interface Fixtures {
  readonly origins: Readonly<Record<JourneySite, string>>;
  /** Runs a journey in the project's browser. */
  readonly hear: (journey: HeardJourney, origin: string) => Promise<JourneyResult>;
}

const it = test.extend<Fixtures>({
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const own = await startServer(createSiteOptions('own'));
      const foreign = await startServer(createSiteOptions('foreign'));
      const rare = await startServer(createSiteOptions('rare'));
      await use({ own: own.url, foreign: foreign.url, rare: rare.url });
      await Promise.all([own.stop(), foreign.stop(), rare.stop()]);
    },
    { scope: 'file' },
  ],
  hear: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const seat = seatAt(inject('browser'));
      await use(seat.hear);
      await seat.close();
    },
    { scope: 'file' },
  ],
});

describe('what a blind visitor hears', () => {
  // A screen reader is not deterministic: a journey fails only after two tries.
  it.for(readJourneys(inject('names')))(
    '$name: $title',
    { retry: 1 },
    async (journey, { origins, hear, expect }) => {
      const { steps, faults } = await hear(journey, origins[journey.site]);
      expect(faults, `what was heard:\n\n${formatTranscript(steps)}\n`).toEqual([]);
    },
  );
});

/**
 * Shares one browser and reader between journeys. After a failure the next journey starts new ones; after two
 * failed starts no further start is tried.
 */
function seatAt(browser: HeardBrowser) {
  let listener: Listener | undefined;
  const failures: unknown[] = [];
  const open = async () => {
    if (failures.length === 2) throw failures[0];
    try {
      const opened = await openListener(browser);
      failures.length = 0;
      return opened;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const close = async () => {
    await listener?.close();
    listener = undefined;
  };
  return {
    close,
    async hear(journey: HeardJourney, origin: string): Promise<JourneyResult> {
      listener ??= await open();
      try {
        const outcome = await runJourney(journey, { listener, origin });
        if (outcome.faults.length > 0) await close();
        return outcome;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
