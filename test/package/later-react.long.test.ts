import { afterAll, beforeAll, describe } from 'vitest';
import { button, countStored, findArrived, it, keeps } from '../journeys/later-journey.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { type BuiltHostSite, buildHostSite } from './host-page.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

let host: PackageHost;
let site: BuiltHostSite;
beforeAll(async () => {
  host = await installPackage(await buildPackage(), { withPeers: true });
  host.write(
    'index.html',
    '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>',
  );
  host.write('main.js', program);
  site = await buildHostSite(host);
});
afterAll(async () => {
  await site?.stop();
  host?.remove();
});

const waiting = 'Your enquiry to Falmouth is waiting to be sent';

async function storesEnquiry(
  visitor: Visitor,
  relay: { readonly cutAll: (isCut: boolean) => void },
  email: string,
) {
  await visitor.fills({ enquiry_type: 3, office_location: 1, name: 'Ada Marsh', email, message: 'When?' });
  await visitor.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/forms/')),
  );
  relay.cutAll(true);
  await visitor.sends();
  await keeps(visitor);
  await visitor.sees(waiting);
}

describe('ContactFormSection without a connection', () => {
  it('sends at the next visit of its page, and tells it', async ({ relay, newVisitor, server, expect }) => {
    const email = 'react.later@example.com';
    const visitor = await newVisitor({ serviceWorkers: 'allow' });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${site.origin}/?server=${relay.url}`);
    await storesEnquiry(visitor, relay, email);
    await visitor.sees('will be sent as soon as there is a connection and this page is open.');
    const actions = page.locator('.sw-later-actions').first();
    expect(await actions.evaluate((row) => getComputedStyle(row).display)).toBe('flex');
    relay.cutAll(false);
    await page.reload();
    await page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    const [sent, ...others] = await findArrived(server, email);
    expect(others).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { receipts: unknown }).receipts))
      .toEqual([{ enquiryType: 3, reference: sent?.reference }]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await expect.poll(() => countStored(visitor)).toEqual([0, 0]);
  });

  it('is edited in another visit', async ({ relay, relayed, server, expect }) => {
    const email = 'react.edited@example.com';
    await relayed.page.goto(`${site.origin}/?server=${relay.url}`);
    await storesEnquiry(relayed, relay, email);
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    const mend = relay.cut('/graphql', 'before');
    await other.page.goto(`${site.origin}/?server=${relay.url}`);
    await button(other, 'Edit').click();
    await expect.poll(() => other.readValues('email', 'message')).toEqual({ email, message: 'When?' });
    mend();
    await other.control('message').fill('And on Sundays?');
    await other.sends();
    await other.sees(/^Thank you/);
    expect((await findArrived(server, email)).map(({ values }) => values.message)).toEqual([
      'And on Sundays?',
    ]);
  });
});

const program = `
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactFormSection, useForm } from 'slipway/react';
import 'slipway/theme.css';

const server = new URLSearchParams(location.search).get('server');
const receipts = [];
Object.assign(window, { receipts });
const onSuccess = (receipt) => receipts.push(receipt);

function Page() {
  const { content } = useForm({ server, page: '/contact' });
  return createElement(ContactFormSection, { content, onSuccess });
}
createRoot(document.querySelector('#root')).render(createElement(StrictMode, null, createElement(Page)));
`;
