import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { standingOut, violations } from '../support/accessibility.ts';
import { isSaved, opensStudio, publishes, studioJourneys, toldIn } from '../support/studio.ts';

const it = studioJourneys();

/** A text in a language, as it is read. */
const cell = (page: Page, key: string, language: string) =>
  page.getByRole('button', { name: new RegExp(`^${key}, ${language}: `) });

/** The same, as it is written. */
const editor = (page: Page, key: string, language: string) =>
  page.getByRole('textbox', { name: `${key}, ${language}` });

describe('the texts', () => {
  it('tell which translations a changed original leaves behind, and go on to after publishing', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/texts');
    await cell(page, 'social.heading', 'English').click();
    await editor(page, 'social.heading', 'English').fill('Find us');
    await page.getByRole('button', { name: 'Deutsch: 1 out of date' }).waitFor();
    await isSaved(page);
    await publishes(page);
    await page.getByRole('button', { name: 'Deutsch: 1 out of date' }).click();
    expect(await page.getByRole('row').count()).toBe(2);
    await cell(page, 'social.heading', 'Deutsch').click();
    await page.getByText('This was written for: Follow us').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'It is still right' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Deutsch: 1 out of date' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Français: 1 out of date' }).click();
    await cell(page, 'social.heading', 'français').click();
    await editor(page, 'social.heading', 'français').fill('Nous trouver');
    await expect.poll(() => page.getByRole('button', { name: 'Français: 1 out of date' }).count()).toBe(0);
    await isSaved(page);
  });

  it('are written by keyboard alone, and checked as one types', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/texts?key=characters-left&language=de');
    const written = editor(page, 'characters-left', 'Deutsch');
    await expect.poll(() => written.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Noch 2 Zeichen').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Noch {count, plural, one {#}');
    await page.getByText('not an ICU message').first().waitFor();
    expect(await written.getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 'characters-left', 'Deutsch').textContent()).toContain('plural');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await editor(page, 'characters-over', 'Deutsch').waitFor();
    await page.keyboard.press('Enter');
    await editor(page, 'section.label', 'Deutsch').fill('Formular <b>hier</b>');
    await page.getByText('texts are plain, "<b>" at character 10').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await editor(page, 'section.label', 'English').waitFor();
    expect(await violations(page)).toEqual([]);
    await isSaved(page);
  });

  it('of a new language begin with what is missing: one is found and written', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/texts');
    await page.getByRole('button', { name: 'Add a language' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('neder');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(toldIn(page)).toBe('Nederlands was added. What it lacks is shown.');
    await expect.poll(() => page.getByLabel('Show').inputValue()).toBe('missing');
    await page.getByLabel('Search').fill('send message');
    await cell(page, 'send-message', 'Nederlands').click();
    await editor(page, 'send-message', 'Nederlands').fill('Bericht verzenden');
    expect(await violations(page)).toEqual([]);
    await isSaved(page);
    await publishes(page);
    const outside = await newVisitor({ locale: 'nl-NL' });
    await outside.visits('/contact');
    await outside.sees('Bericht verzenden');
  });

  it('go to a translator and come back: taken in one step, or not at all', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/texts?language=de');
    await page.getByRole('button', { name: 'Export for translators' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('texts-de.csv');
    const csv = readFileSync(await saved.path(), 'utf8');
    expect(csv).toContain('send-message,Send message,Nachricht senden,');
    expect(await violations(page)).toEqual([]);

    const brings = async (name: string, text: string) =>
      page
        .getByLabel('An XLIFF or CSV file')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import translations' }).click();
    await brings('broken.csv', 'key,en,de\nsend-message,"Send message');
    await page.getByText('A quotation mark is never closed. Line 2.').waitFor();
    await brings('old.xlf', '<xliff version="1.2"><file/></xliff>');
    await page.getByText('This is XLIFF 1.2.').waitFor();
    const translated = csv
      .replace('Nachricht senden', 'Abschicken')
      .replace('Wird geladen', 'Wird {count')
      .replace('close,', 'gone,');
    await brings('texts-de.csv', translated);
    await page.getByText('1 text is taken').waitFor();
    await page.getByText('1 is left out: there is no such text').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take 1 text' }).click();
    await cell(page, 'send-message', 'Deutsch').filter({ hasText: 'Abschicken' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await cell(page, 'send-message', 'Deutsch').filter({ hasText: 'Nachricht senden' }).waitFor();
    await isSaved(page);
  });

  it('stand one below the other where there is no room, and from right to left', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 800 });
    await opensStudio(visitor, server.url, '/studio/texts?language=ar');
    await cell(page, 'send-message', 'العربية').click();
    const written = editor(page, 'send-message', 'العربية');
    expect(await written.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    expect(await standingOut(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('has the names of enquiry types among the texts', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms');
    await page.getByRole('button', { name: 'New enquiry type' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mooring');
    await page.getByRole('button', { name: 'Create' }).click();
    await isSaved(page);
    const list = new URL('/studio/texts?language=de&show=missing&search=enquiry-types', server.url);
    await page.goto(list.href);
    const cell = page.getByRole('button', { name: /^enquiry-types\/mooring, Deutsch/ });
    await expect.poll(() => cell.textContent()).toContain('missing');
    await cell.click();
    await page.getByRole('textbox', { name: 'enquiry-types/mooring, Deutsch' }).fill('Liegeplatz {neu}');
    await page.keyboard.press('Enter');
    await isSaved(page);
    await page.goto(new URL('/studio/texts?language=de&search=enquiry-types', server.url).href);
    await expect.poll(() => cell.textContent()).toContain('Liegeplatz {neu}');
    expect(await violations(page)).toEqual([]);
  });
});
