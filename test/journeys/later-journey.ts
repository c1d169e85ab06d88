import { openRelay, type Relay } from '../browsers/relay.ts';
import { journeysOn } from '../support/journey.ts';
import { hasLoadedParts } from '../support/loaded-parts.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';

export interface Later {
  readonly relay: Relay;
  readonly relayed: Visitor;
}

/** Adds the fixtures of journeys over a line that is cut to those of a site. */
export function withLine(site: ReturnType<typeof journeysOn>) {
  return site.extend<Later>({
    relay: async ({ server }, use) => {
      const relay = await openRelay(server.url);
      await use(relay);
      await relay.close();
    },
    relayed: async ({ relay, newVisitor }, use) => {
      const visitor = await newVisitor({ baseURL: relay.url });
      // The browser complains about each lost request.
      visitor.expectsTrouble();
      await use(visitor);
    },
  });
}

export const it = withLine(journeysOn());

/** Fills in the contact page's form, and waits for the parts that it loads while the visitor types. */
export async function fillsContact(visitor: Visitor, email: string): Promise<void> {
  await visitor.visits('/contact');
  await visitor.fills({ office_location: '1', name: 'Ada Marsh', email, message: 'When is the yard open?' });
  await awaitParts(visitor);
}

/** Waits for the modules that a form loads while a visitor types: without a connection they do not come any more. */
export async function awaitParts({ page }: Visitor): Promise<void> {
  await page.waitForFunction(hasLoadedParts);
}

export const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });

export async function keeps(visitor: Visitor): Promise<void> {
  await button(visitor, 'Send when I am back online').click();
}

/** Has a visitor fill in the contact page's form, lose the line, and store the enquiry. The line stays cut. */
export async function storesContact(visitor: Visitor, relay: Relay, email: string): Promise<void> {
  await fillsContact(visitor, email);
  relay.cutAll(true);
  await visitor.sends();
  await keeps(visitor);
  await visitor.sees('Your enquiry to Falmouth is waiting to be sent');
}

export async function findArrived(server: RunningServer, email: string) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}

/** Returns what this browser has stored of enquiries: the number of enquiries and of photos. */
export function countStored({ page }: Visitor): Promise<readonly number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open('slipway-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const names = ['enquiries', 'photos'];
          const stores = opening.result.transaction(names);
          const counts = names.map((name) => stores.objectStore(name).count());
          stores.oncomplete = () => {
            opening.result.close();
            resolve(counts.map(({ result }) => result));
          };
        };
      }),
  );
}
