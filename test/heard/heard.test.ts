import { describe, inject, test } from 'vitest';
import { type HeardJourney, type JourneySite, readJourneys } from './journey.ts';
import { type HeardBrowser, type Listener, openListener } from './listener.ts';
import { formatTranscript, type JourneyResult, runJourney } from './play.ts';
import { type HeardSite, startSite } from './sites.ts';

interface Fixtures {
  /** Starts a site at its first journey. */
  readonly open: (site: JourneySite) => Promise<HeardSite>;
  /** Runs a journey in the project's browser. */
  readonly hear: (journey: HeardJourney, site: HeardSite) => Promise<JourneyResult>;
}

const it = test.extend<Fixtures>({
  open: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const sites = new Map<JourneySite, Promise<HeardSite>>();
      await use((site) => {
        const opened = sites.get(site) ?? startSite(site);
        sites.set(site, opened);
        return opened;
      });
      for (const site of sites.values()) await (await site).stop();
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
    async (journey, { open, hear, expect }) => {
      const { steps, faults } = await hear(journey, await open(journey.site));
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
    async hear(journey: HeardJourney, site: HeardSite): Promise<JourneyResult> {
      listener ??= await open();
      try {
        const outcome = await runJourney(journey, { listener, site });
        if (outcome.faults.length > 0) await close();
        return outcome;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
