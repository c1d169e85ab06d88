import { describe } from 'vitest';
import type { CutMoment } from '../browsers/relay.ts';
import { openAnotherTab } from '../support/visitor.ts';
import { button, countStored, fillsContact, findArrived, it, keeps, storesContact } from './later-journey.ts';

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
    await storesContact(relayed, relay, email);
    expect(await relayed.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await button(relayed, 'Send now').click();
    await relayed.sees('There is still no connection. Your enquiry is still waiting.');
    const next = await openAnotherTab(relayed);
    next.expectsTrouble();
    await relayed.page.close();
    expect(await findArrived(server, email)).toEqual([]);
    relay.cutAll(false);
    await next.page.goto('/visit');
    await next.page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
    await next.reloads();
    expect(await next.page.getByText('Your enquiry has been sent').count()).toBe(0);
    await expect.poll(() => countStored(next)).toEqual([0, 0]);
  });

  it('is sent at the next visit although other scripts have emptied the local storage', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'no.marker@example.com';
    await storesContact(relayed, relay, email);
    const next = await openAnotherTab(relayed);
    next.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    await next.page.goto('/privacy-policy');
    await next.page.evaluate(() => localStorage.clear());
    await next.page.goto('/visit');
    await next.page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
    await expect.poll(async () => (await next.conversion()).events).toHaveLength(1);
  });

  it('is edited, and then sent once', async ({ relay, relayed, server, expect }) => {
    const email = 'edited@example.com';
    await storesContact(relayed, relay, email);
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

  it('is not stored on a shared computer', async ({ relay, relayed, expect }) => {
    await fillsContact(relayed, 'shared@example.com');
    relay.cutAll(true);
    await relayed.sends();
    await button(relayed, 'Do not keep this on this device').click();
    expect(await relayed.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
    expect(await relayed.readValues('message')).toEqual({ message: 'When is the yard open?' });
  });
});
