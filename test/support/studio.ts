import type { FrameLocator, Locator, Page } from 'playwright-core';

import { expect } from 'vitest';
import type { EnquiryRight, Role } from '../../src/api/people.ts';
import { createFormatMessage, type FormatMessage } from '../../src/studio/ui/messages.ts';
import { journeysOn } from './journey.ts';
import type { ServerOptions } from './server.ts';
import { createSmallSite } from './small-site.ts';
import { studioPassword } from './studio-password.ts';
import { createStudioSession, goodPassword, inviteAndJoin, ownPage, signInTo } from './studio-session.ts';
import { createVisitor, type Visitor } from './visitor.ts';

interface StudioJourney {
  /**
   * The owner's page, which all journeys of a file share: each begins on an empty page. Any complaint of its
   * browser fails the test.
   */
  readonly page: Page;
  /**
   * Opens a page of the studio in a new browser, for the owner, or for somebody with an account
   * (`createAccount`). Any complaint of the browser fails the test.
   */
  readonly opens: (path?: string, name?: string) => Promise<Page>;
}

/**
 * `it` for journeys in the studio: a file has its own server with the small site. A journey about the six
 * forms passes the frozen documents: `studioJourneys({ documents: {} })`.
 */
export function studioJourneys(options: ServerOptions = createSmallSite()) {
  return journeysOn({
    ...options,
    env: { SLIPWAY_STUDIO_PASSWORD: studioPassword, ...options.env },
  }).extend<StudioJourney & { readonly owner: Visitor }>({
    owner: [
      async ({ browser, server }, use) => {
        const owner = await createVisitor(browser, server.url);
        await signInVisitor(owner, server.url);
        await use(owner);
        owner.expectsTrouble();
        await owner.leaves();
      },
      { scope: 'file' },
    ],
    opens: async ({ newVisitor, server }, use) => {
      const troubles: (readonly string[])[] = [];
      await use(async (path, name) => {
        const visitor = await newVisitor();
        visitor.expectsTrouble();
        troubles.push(visitor.troubles);
        return name === undefined
          ? openOwnerStudio(visitor, server.url, path)
          : openStudioAs(visitor, server.url, name, path);
      });
      expectNoComplaints(troubles.flat());
    },
    page: async ({ owner }, use) => {
      const { page, troubles } = owner;
      const before = troubles.length;
      await use(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto('about:blank');
      expectNoComplaints(troubles.slice(before));
    },
  });
}

/** The console also lists refused requests, which some journeys test. */
function expectNoComplaints(troubles: readonly string[]): void {
  const complaints = troubles.filter((one) => !one.startsWith('Failed to load resource'));
  expect(complaints, 'what the browser complained about').toEqual([]);
}

/** Signs the browser in over HTTP: as the owner, or as somebody with an account (`createAccount`). */
async function signInVisitor({ context }: Visitor, url: string, name?: string): Promise<void> {
  const given =
    name === undefined ? { name: 'owner', password: studioPassword } : { name, password: goodPassword };
  const address = new URL('/studio/api/sign-in', url).href;
  const response = await context.request.post(address, { headers: ownPage, data: given });
  if (!response.ok()) throw new Error(`Cannot sign in: ${response.status()} ${await response.text()}`);
}

/** Opens the studio for the owner, and waits until it is ready. It uses the language of the browser. */
export async function openOwnerStudio(
  visitor: Visitor,
  url: string,
  path = '/studio',
  say: FormatMessage = createFormatMessage('en'),
): Promise<Page> {
  await signInVisitor(visitor, url);
  return openStudioPage(visitor.page, url, path, say);
}

/** Opens a page of the studio for a signed-in person who may publish, and waits until it is ready. */
export async function openStudioPage(
  page: Page,
  url: string,
  path: string,
  say: FormatMessage = createFormatMessage('en'),
): Promise<Page> {
  await page.goto(new URL(path, url).href);
  await page.getByRole('button', { name: say('publish'), exact: true }).waitFor();
  return page;
}

export function locateField(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name }).first();
}

export function locatePreview(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Preview"]');
}

export function locateProperties(page: Page): Locator {
  return page.getByRole('region', { name: 'Properties' });
}

/** Returns a function that reads the last announcement for screen readers, for polling. */
export function createAnnouncementReader(page: Page): () => Promise<string | null> {
  return () => page.locator('#st-announcement').textContent();
}

export const publishedAnnouncement = 'Published. Visitors see it from now on.';

/**
 * The announcement after a page has published. A page that hears of its new draft before it hears who published the
 * former one announces "You published the draft" last.
 */
export const lastPublishedAnnouncement = /visitors see it from now on/i;

/**
 * Publishes the draft at once, with its warnings, and returns to the former page.
 * @param presses Presses a button.
 */
export async function publishInStudio(
  page: Page,
  presses: (button: Locator) => Promise<unknown> = (button) => button.click(),
): Promise<void> {
  const address = page.url();
  await awaitSaved(page);
  await presses(page.getByRole('button', { name: 'Publish', exact: true }));
  const now = page.getByRole('button', { name: 'Publish now' });
  await expect.poll(() => now.isEnabled()).toBe(true);
  const warned = page.getByLabel(/^Publish despite/);
  if ((await warned.count()) > 0) await presses(warned);
  await presses(now);
  await expect.poll(createAnnouncementReader(page)).toMatch(lastPublishedAnnouncement);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(address);
}

/** Waits until all edits are stored on the server. */
export async function awaitSaved(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Creates an account over HTTP by an invitation of the owner. */
export async function createAccount(
  url: string,
  who: {
    readonly name: string;
    readonly role: Role;
    readonly enquiries?: EnquiryRight;
    readonly types?: readonly string[];
    readonly sites?: readonly string[];
  },
): Promise<void> {
  await inviteAndJoin(url, createStudioSession(url, { cookie: await signInTo(url) }), who);
}

/** Opens the studio for somebody with an account (`createAccount`), and waits until it is ready. */
export async function openStudioAs(
  visitor: Visitor,
  url: string,
  name: string,
  path = '/studio/forms',
): Promise<Page> {
  const { page } = visitor;
  await signInVisitor(visitor, url, name);
  await page.goto(new URL(path, url).href);
  await page.getByRole('button', { name: `Menu: ${name}` }).waitFor();
  return page;
}

export async function fillSignIn(on: Page | Locator, name: string, password: string): Promise<void> {
  // The dialog may still be opening.
  await on.getByLabel('Password').fill(password);
  await on.getByLabel('Name').fill(name);
  await on.getByRole('button', { name: 'Sign in' }).click();
}
