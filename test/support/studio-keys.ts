import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Keyboard } from './keyboard.ts';
import { awaitSaved, createAnnouncementReader, lastPublishedAnnouncement } from './studio.ts';

/** Opens the first entry that Find has for these words, by three actions. */
export async function openFound(page: Page, keyboard: Keyboard, words: string): Promise<void> {
  await keyboard.chord('Control+k');
  await keyboard.types(page.getByRole('combobox', { name: /^Find a form/ }), words);
  await keyboard.chord('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Publishes the draft with what it changes in expectations, and waits until that is announced. */
export async function publishByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  await awaitSaved(page);
  await keyboard.chord('Alt+p');
  await page.getByRole('heading', { level: 1, name: 'Publish' }).waitFor();
  const now = page.getByRole('button', { name: 'Publish now' });
  const meant = page.getByRole('button', { name: 'These are meant' });
  await now.waitFor();
  // The button is disabled until the checks have finished.
  await expect.poll(async () => (await meant.count()) > 0 || now.isEnabled()).toBe(true);
  if ((await meant.count()) > 0) await keyboard.presses(meant);
  await expect.poll(() => now.isEnabled()).toBe(true);
  const warned = page.getByLabel(/^Publish despite/);
  if ((await warned.count()) > 0) await keyboard.presses(warned);
  await keyboard.presses(now);
  await expect.poll(createAnnouncementReader(page)).toMatch(lastPublishedAnnouncement);
}
