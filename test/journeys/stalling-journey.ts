import { openRelay, type Relay } from '../browsers/relay.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';

export const thanksHeading = /^Thank you/;

export interface Stalling {
  readonly relay: Relay;
  readonly relayed: Visitor;
}

export const it = journeysOn().extend<Stalling>({
  relay: async ({ server }, use) => {
    const relay = await openRelay(server.url);
    await use(relay);
    await relay.close();
  },
  relayed: async ({ relay, newVisitor }, use) => {
    await use(await newVisitor({ baseURL: relay.url }));
  },
});

/** Waits for the first paint. A page that waits for a resource paints nothing. */
export async function awaitPaint({ page }: Visitor): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

export function createStallingEnquiry(marker: string): Answers {
  return {
    office_location: '1',
    name: 'Ada Marsh',
    email: `${marker.replaceAll(/\W+/g, '.')}@example.com`,
    message: 'When is the yard open?\nOn Sundays too?',
  };
}

export function toStoredValues(answers: Answers) {
  return { ...answers, enquiry_type: 3, office_location: 1 };
}

export async function findStalledEnquiry(server: RunningServer, { email }: Answers) {
  const arrived = (await server.enquiries()).filter(({ values }) => values.email === email);
  return arrived.map(({ values }) => values);
}
