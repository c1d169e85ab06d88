import { describe } from 'vitest';
import { openLine } from '../support/line.ts';
import type { Visitor } from '../support/visitor.ts';
import { button, fillsContact, findArrived, it, keeps } from './later-journey.ts';
import { awaitStored } from './offline-journey.ts';

/** Has the service worker send, as the browser does when a network returns (Background Sync). */
async function sync({ page }: Visitor): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const event = { origin, registrationId: await registered, tag: 'slipway-send', lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', event);
  await session.detach();
}

describe('an enquiry that waits, with a service worker', () => {
  it.for(['alone', 'while the page sends it, too'])(
    'is sent once in the background %s',
    async (when, { newVisitor, server, expect }) => {
      const email = `background.${when.length}@example.com`;
      const line = await openLine(server.url);
      const visitor = await newVisitor({ baseURL: line.url, serviceWorkers: 'allow' });
      visitor.expectsTrouble();
      await fillsContact(visitor, email);
      await awaitStored(visitor, '/contact');
      await line.cut();
      await visitor.sends();
      await keeps(visitor);
      await visitor.sees('Your enquiry to Falmouth is waiting to be sent');
      await line.restore();
      // A press of the mouse waits until the button does not move, and the worker may be faster.
      if (when !== 'alone') await button(visitor, 'Send now').dispatchEvent('click');
      await sync(visitor);
      await visitor.sees(/^Thank you/);
      const [stored, ...others] = await findArrived(server, email);
      expect(others).toEqual([]);
      await visitor.sees(stored?.reference ?? 'no reference');
      await line.close();
    },
  );
});
