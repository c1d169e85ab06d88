import { describe } from 'vitest';
import { type CutMoment, openRelay, type Relay } from '../browsers/relay.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';

interface Later {
  readonly relay: Relay;
  readonly relayed: Visitor;
}

const it = journeysOn().extend<Later>({
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

/** Fills in the contact page's form, and waits for the parts that it loads while the visitor types. */
async function fillsContact(visitor: Visitor, email: string): Promise<void> {
  await visitor.visits('/contact');
  await visitor.fills({ office_location: '1', name: 'Ada Marsh', email, message: 'When is the yard open?' });
  await visitor.page.waitForLoadState('networkidle');
}

const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });

async function keeps(visitor: Visitor): Promise<void> {
  await button(visitor, 'Send when I am back online').click();
}

async function findArrived(server: RunningServer, email: string) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}

/** Returns what this browser has stored of enquiries: the number of enquiries and of photos. */
function countStored({ page }: Visitor): Promise<readonly number[]> {
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

describe('an enquiry without a connection', () => {
  it.for<CutMoment>(['before', 'amid', 'after'])(
    'is sent once when the line is cut %s the send',
    async (when, { relay, relayed, server, expect }) => {
      const email = `cut.${when}@example.com`;
      await fillsContact(relayed, email);
      const mend = relay.cut('/graphql', when);
      await relayed.sends();
      await relayed.sees('Your enquiry has not been sent: there is no connection.');
      await expect.poll(() => relayed.focus()).toContain('there is no connection');
      await keeps(relayed);
      await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
      mend();
      await button(relayed, 'Send now').click();
      await relayed.sees(/^Thank you/);
      const [stored, ...others] = await findArrived(server, email);
      expect(others).toEqual([]);
      await relayed.sees(stored?.reference ?? 'no reference');
      await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
    },
  );

  it('waits in the browser, and is sent at the next visit', async ({ relay, relayed, server, expect }) => {
    const email = 'next.visit@example.com';
    await fillsContact(relayed, email);
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    expect(await relayed.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await button(relayed, 'Send now').click();
    await relayed.sees('There is still no connection. Your enquiry is still waiting.');
    const next = await openAnotherTab(relayed);
    next.expectsTrouble();
    await relayed.page.close();
    expect(await findArrived(server, email)).toEqual([]);
    relay.cutAll(false);
    await next.page.goto('/visit');
    await next.sees('Your enquiry has been sent');
    expect(await findArrived(server, email)).toHaveLength(1);
    await next.reloads();
    expect(await next.page.getByText('Your enquiry has been sent').count()).toBe(0);
    expect(await countStored(next)).toEqual([0, 0]);
  });

  it('is edited, and then sent once', async ({ relay, relayed, server, expect }) => {
    const email = 'edited@example.com';
    await fillsContact(relayed, email);
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    relay.cutAll(false);
    await button(relayed, 'Edit').click();
    await relayed.control('message').fill('And on Sundays?');
    await relayed.sends();
    await relayed.sees(/^Thank you/);
    expect((await findArrived(server, email)).map(({ values }) => values.message)).toEqual([
      'And on Sundays?',
    ]);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });

  it('is discarded, after a question', async ({ relay, relayed, server, expect }) => {
    const email = 'discarded@example.com';
    await fillsContact(relayed, email);
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await button(relayed, 'Discard').click();
    await relayed.sees('Discard this enquiry? It has not been sent.');
    await button(relayed, 'Keep it').click();
    await button(relayed, 'Discard').click();
    await button(relayed, 'Discard').click();
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
    relay.cutAll(false);
    await relayed.reloads();
    expect(await findArrived(server, email)).toEqual([]);
  });

  it('is not kept on a shared computer', async ({ relay, relayed, expect }) => {
    await fillsContact(relayed, 'shared@example.com');
    relay.cutAll(true);
    await relayed.sends();
    await button(relayed, 'Do not keep this on this device').click();
    expect(await relayed.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(await countStored(relayed)).toEqual([0, 0]);
    expect(await relayed.readValues('message')).toEqual({ message: 'When is the yard open?' });
  });
});
