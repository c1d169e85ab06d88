import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { awaitSaved, locatePreview, openStudioPage, studioJourneys } from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();
const address = (file: string) => `/studio/json?${new URLSearchParams({ file })}`;
const editor = (page: Page, file: string) => page.getByRole('textbox', { name: `JSON of ${file}` });

/** The text in the editor; of a long document only the visible part. */
const written = (page: Page, file: string) => () =>
  editor(page, file).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

describe('a document as text', () => {
  it('is written beside what it draws, both ways, under the strict policy', async ({
    page,
    server,
    expect,
  }) => {
    const file = 'forms/general/ui.json';
    await openStudioPage(page, server.url, address(file));
    await editor(page, file).waitFor();
    await locatePreview(page).getByRole('button', { name: 'Send message' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const before = await written(page, file)();
    await editor(page, file).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(before.replace('"send-message"', '"submit"'));
    await locatePreview(page).getByRole('button', { name: 'Submit' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await locatePreview(page).getByRole('button', { name: 'Send message' }).waitFor();
    await expect.poll(written(page, file)).toBe(before);
    await awaitSaved(page);

    // Changes of others appear in the text, even while it is invalid, and survive a reload.
    const settings = 'settings.json';
    await page.getByLabel('Document').selectOption(settings);
    await expect.poll(written(page, settings)).toContain('"pipedLength": 60');
    const path = ['pipedLength'];
    const client = await openStudioClient(server);
    await client.change(() => [{ file: settings, path, before: 60, after: 61 }]);
    await expect.poll(written(page, settings)).toContain('"pipedLength": 61');
    await editor(page, settings).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{\n  "failureField": "name",\n  "failureField": 1 }');
    const reported = page.getByText('3:3 the key "failureField" is here a second time');
    await reported.waitFor();
    await page.reload();
    await reported.waitFor();
    await page.getByRole('button', { name: 'Restore from the draft' }).click();
    await expect.poll(written(page, settings)).toContain('"pipedLength": 61');
    await awaitSaved(page);
  });
});
