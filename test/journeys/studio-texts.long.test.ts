import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { awaitSaved, openOwnerStudio, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

const cell = (page: Page, key: string, language: string) =>
  page.locator(`[data-cell="${locales[language]} ${key}"]`);

const editor = (page: Page) => page.locator('[data-open] textarea');

const locales: Readonly<Record<string, string>> = { Deutsch: 'de', العربية: 'ar' };

describe('the texts', () => {
  it('go to a translator and come back: taken in one step, or not at all', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/texts?language=de');
    await page.getByRole('button', { name: 'Export for translators' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('texts-de.csv');
    const csv = readFileSync(await saved.path(), 'utf8');
    expect(csv).toContain('send-message,Send message,Nachricht senden,');
    expect(await findAxeViolations(page)).toEqual([]);

    const brings = async (name: string, text: string) =>
      page
        .getByLabel('An XLIFF or CSV file')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import translations' }).click();
    await brings('broken.csv', 'key,en,de\nsend-message,"Send message');
    await page.getByText('A quotation mark is not closed. Line 2.').waitFor();
    await brings('old.xlf', '<xliff version="1.2"><file/></xliff>');
    await page.getByText('This is XLIFF 1.2.').waitFor();
    const translated = csv
      .replace('Nachricht senden', 'Abschicken')
      .replace('Wird geladen', 'Wird {count')
      .replace('close,', 'gone,');
    await brings('texts-de.csv', translated);
    await page.getByText('1 text will be imported').waitFor();
    await page.getByText('1 is skipped: this text does not exist').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 text' }).click();
    await cell(page, 'send-message', 'Deutsch').filter({ hasText: 'Abschicken' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await cell(page, 'send-message', 'Deutsch').filter({ hasText: 'Nachricht senden' }).waitFor();
    await awaitSaved(page);
  });

  it('stand one below the other where there is no room, and from right to left', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 800 });
    await openOwnerStudio(visitor, server.url, '/studio/texts?language=ar');
    await cell(page, 'send-message', 'العربية').click();
    const written = editor(page);
    expect(await written.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('has the names of enquiry types among the texts', async ({ server, opens, expect }) => {
    const page = await opens('/studio/forms');
    await page.getByRole('button', { name: 'New enquiry type' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mooring');
    await page.getByRole('button', { name: 'Create' }).click();
    await awaitSaved(page);
    const list = new URL('/studio/texts?language=de&show=missing&search=enquiry-types', server.url);
    await page.goto(list.href);
    const cell = page.getByRole('button', { name: /^Mooring · name of the form, Deutsch/ });
    await expect.poll(() => cell.textContent()).toContain('missing');
    await cell.click();
    await page.getByRole('textbox', { name: 'Mooring · name of the form, Deutsch' }).fill('Liegeplatz {neu}');
    await page.keyboard.press('Enter');
    await awaitSaved(page);
    await page.goto(new URL('/studio/texts?language=de&search=enquiry-types', server.url).href);
    await expect.poll(() => cell.textContent()).toContain('Liegeplatz {neu}');
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
