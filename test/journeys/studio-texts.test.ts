import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { awaitSaved, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

/** A text in a language, as it is read. */
const cell = (page: Page, key: string, locale: string) => page.locator(`[data-cell="${locale} ${key}"]`);
/** The boxes of the text that is open. */
const boxes = (page: Page) => page.locator('[data-open] textarea');

describe('texts in the studio', () => {
  it('are written by keyboard alone, and checked as one types', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/texts?key=photos.choose&language=de');
    const written = boxes(page).first();
    const isFocused = () => written.evaluate((element) => element === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.getByText('Fotos auswählen').filter({ visible: true }).first().waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Noch {nummer} Fotos');
    await page.getByText('unknown argument').first().waitFor();
    await expect.poll(() => written.getAttribute('aria-invalid')).toBe('true');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 'photos.choose', 'de').textContent()).toContain('Foto auswählen');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const group = page.getByRole('group', { name: /drop them here”.*, Deutsch/ });
    await group.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: /drop them here”.*, English/ }).waitFor();
    await page.keyboard.press('Escape');
    await awaitSaved(page);
  });

  it('are known to be out of date where the text that they translate has changed', async ({
    page,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/texts');
    const outdated = page.getByRole('button', { name: 'Deutsch: 1 out of date' });
    await cell(page, 'social.heading', 'en').click();
    await boxes(page).fill('Find us');
    await outdated.click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await cell(page, 'social.heading', 'de').click();
    await page.getByText('This was translated from: Follow us').waitFor();
    await page.getByRole('button', { name: 'Mark as up to date' }).click();
    await expect.poll(() => outdated.count()).toBe(0);
    await awaitSaved(page);
  });
});
