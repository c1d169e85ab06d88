import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { awaitSaved, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

const cell = (page: Page, key: string, language: string) =>
  page.getByRole('button', { name: new RegExp(`^${key}, ${language}: `) });

const editor = (page: Page, key: string, language: string) =>
  page.getByRole('textbox', { name: `${key}, ${language}` });

describe('texts in the studio', () => {
  it('are written by keyboard alone, and checked as one types', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/texts?key=characters-left&language=de');
    const written = editor(page, 'characters-left', 'Deutsch');
    await expect.poll(() => written.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Noch 2 Zeichen').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Noch {count, plural, one {#}');
    await page.getByText('not an ICU message').first().waitFor();
    await expect.poll(() => written.getAttribute('aria-invalid')).toBe('true');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 'characters-left', 'Deutsch').textContent()).toContain('plural');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await editor(page, 'characters-over', 'Deutsch').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await editor(page, 'characters-over', 'English').waitFor();
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
    await cell(page, 'social.heading', 'English').click();
    await editor(page, 'social.heading', 'English').fill('Find us');
    await outdated.click();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await cell(page, 'social.heading', 'Deutsch').click();
    await page.getByText('This was translated from: Follow us').waitFor();
    await page.getByRole('button', { name: 'Mark as up to date' }).click();
    await expect.poll(() => outdated.count()).toBe(0);
    await awaitSaved(page);
  });
});
