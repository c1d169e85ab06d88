import type { FrameLocator, Locator, Page } from 'playwright-core';

import { expect } from 'vitest';

import type { Role } from '../../src/studio/protocol-people.ts';

import { type Say, wordsIn } from '../../src/studio/words.ts';
import { journeysOn } from './journey.ts';
import { studioPassword } from './studio-password.ts';
import { goodPassword, joined, sessionWith, signInTo } from './studio-session.ts';
import type { Visitor } from './visitor.ts';

/** `it` for journeys in the studio, on the frozen documents, with some replaced: a file has a server of its own. */
export function studioJourneys(documents: Readonly<Record<string, unknown>> = {}) {
  return journeysOn({ documents, env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
}

/** Signs in, and waits for the studio to be there; it speaks the language of the visitor's browser. */
export async function opensStudio(
  { page }: Visitor,
  url: string,
  path = '/studio',
  say: Say = wordsIn('en'),
): Promise<Page> {
  await page.goto(new URL(path, url).href);
  await page.getByLabel(say('sign-in.name')).fill('owner');
  await page.getByLabel(say('sign-in.password')).fill(studioPassword);
  await page.getByRole('button', { name: say('sign-in') }).click();
  await page.getByRole('button', { name: say('publish'), exact: true }).waitFor();
  return page;
}

/** A field of the outline. */
export function fieldIn(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name }).first();
}

/** The preview's document. */
export function previewIn(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Preview"]');
}

/** The properties of the field that is chosen. */
export function propertiesIn(page: Page): Locator {
  return page.getByRole('region', { name: 'Properties' });
}

/** What was last said to whoever listens; to be polled. */
export function toldIn(page: Page): () => Promise<string | null> {
  return () => page.locator('#st-announcement').textContent();
}

/** What is said once a version is live. */
export const publishedNow = 'Published. Visitors see it from now on.';

/** Publishes the draft at once, with its warnings; then one is where one was. `presses` is how buttons are pressed. */
export async function publishes(
  page: Page,
  presses: (button: Locator) => Promise<unknown> = (button) => button.click(),
): Promise<void> {
  const address = page.url();
  await isSaved(page);
  await presses(page.getByRole('button', { name: 'Publish', exact: true }));
  const now = page.getByRole('button', { name: 'Publish now' });
  await expect.poll(() => now.isEnabled()).toBe(true);
  const warned = page.getByLabel(/^Publish despite/);
  if ((await warned.count()) > 0) await presses(warned);
  await presses(now);
  await expect.poll(toldIn(page)).toBe(publishedNow);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(address);
}

/** Waits until everything typed is on the server's disk. */
export async function isSaved(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Makes an account over HTTP, as the first owner would by an invitation. */
export async function hasAccount(
  url: string,
  who: {
    readonly name: string;
    readonly role: Role;
    readonly types?: readonly string[];
    readonly sites?: readonly string[];
  },
): Promise<void> {
  await joined(url, sessionWith(url, { cookie: await signInTo(url) }), who);
}

/** Signs in as somebody who has an account (`hasAccount`), and waits for the studio to be there. */
export async function opensStudioAs(
  { page }: Visitor,
  url: string,
  name: string,
  path = '/studio/forms',
): Promise<Page> {
  await page.goto(new URL(path, url).href);
  await signsInAs(page, name, goodPassword);
  await page.getByRole('button', { name: `Menu: ${name}` }).waitFor();
  return page;
}

/** Fills in the sign-in, and sends it. */
export async function signsInAs(on: Page | Locator, name: string, password: string): Promise<void> {
  // The door may still have to open.
  await on.getByLabel('Password').fill(password);
  await on.getByLabel('Name').fill(name);
  await on.getByRole('button', { name: 'Sign in' }).click();
}
