import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { describe } from 'vitest';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { hasLoadedParts } from '../support/loaded-parts.ts';
import { findArrived, it } from './later-journey.ts';
import { listStoredPages } from './offline-journey.ts';

const openBrowser = (folder: string, baseURL: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: findTestBrowser(),
    args: [...browserFlags],
    baseURL,
    locale: 'en-GB',
  });

/** Has a visitor fill in the contact page's form without a connection, and store the enquiry. */
async function storeEnquiry(browser: BrowserContext, cutAll: (isCut: boolean) => void, email: string) {
  const page = await browser.newPage();
  await page.goto('/contact');
  await page.locator('[name="office_location"]').selectOption('1');
  for (const [name, value] of Object.entries({ name: 'Ada Marsh', email, message: 'When is the yard open?' }))
    await page.locator(`[name="${name}"]`).fill(value);
  await page.waitForFunction(hasLoadedParts);
  cutAll(true);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('button', { name: 'Send when I am back online' }).click();
  await page.getByRole('heading', { name: 'Your enquiry to Falmouth is waiting to be sent' }).waitFor();
  return page;
}

describe('an enquiry that is stored when the browser is closed', () => {
  it('is sent once the browser is opened again', async ({ relay, server, expect, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-browser-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const email = 'closed@example.com';
    const before = await openBrowser(folder, relay.url);
    await storeEnquiry(before, relay.cutAll, email);
    await before.close();
    relay.cutAll(false);
    const after = await openBrowser(folder, relay.url);
    onTestFinished(() => after.close());
    const page = await after.newPage();
    await page.goto('/contact');
    await page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
  });

  it('is sent by the service worker without a page', async ({ relay, server, expect, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-browser-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const email = 'worker@example.com';
    const browser = await openBrowser(folder, relay.url);
    onTestFinished(() => browser.close());
    const first = await browser.newPage();
    await first.goto('/contact');
    await expect.poll(() => first.evaluate(listStoredPages)).toContain('/contact');
    const page = await storeEnquiry(browser, relay.cutAll, email);
    await page.close();
    await first.goto('about:blank');
    relay.cutAll(false);
    const devTools = await browser.newCDPSession(first);
    const registered = new Promise<string>((resolve) =>
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const { registrationId, scopeURL } of registrations)
          if (scopeURL.startsWith(relay.url)) resolve(registrationId);
      }),
    );
    await devTools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const { origin } = new URL(relay.url);
    const event = { origin, registrationId, tag: 'slipway-send', lastChance: false };
    await devTools.send('ServiceWorker.dispatchSyncEvent', event);
    await expect.poll(async () => (await findArrived(server, email)).length).toBe(1);
    await first.goto(`${relay.url}/contact`);
    await first.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
  });
});
