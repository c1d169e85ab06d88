import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { isSaved, opensStudio, previewIn, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });
const address = (file: string) => `/studio/json?${new URLSearchParams({ file })}`;
const editor = (page: Page, file: string) => page.getByRole('textbox', { name: `JSON of ${file}` });

/** What stands in the editor; of a long document only what is in sight. */
const written = (page: Page, file: string) => () =>
  editor(page, file).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Puts a text in place of all that stands there, as a paste does. */
async function pastes(page: Page, file: string, text: string): Promise<void> {
  await editor(page, file).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

describe('a document as text', () => {
  it('is written beside what it draws, both ways, under the strict policy', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const file = 'forms/general/ui.json';
    const policyTold: string[] = [];
    visitor.page.on('console', (message) => {
      if (/policy|trusted/i.test(message.text())) policyTold.push(message.text());
    });
    const page = await opensStudio(visitor, server.url, address(file));
    await editor(page, file).waitFor();
    await previewIn(page).getByRole('button', { name: 'Send message' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const before = await written(page, file)();
    await pastes(page, file, before.replace('"send-message"', '"submit"'));
    await previewIn(page).getByRole('button', { name: 'Submit' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await previewIn(page).getByRole('button', { name: 'Send message' }).waitFor();
    await expect.poll(written(page, file)).toBe(before);
    expect(policyTold).toEqual([]);

    // What somebody else does shows in the text, and the cursor stays on its word.
    const texts = 'texts/fr.json';
    await page.getByLabel('Document').selectOption(texts);
    await editor(page, texts).click();
    await page.keyboard.press('Control+End');
    const other = await newVisitor();
    other.expectsTrouble();
    const theirs = await opensStudio(other, server.url, '/studio/texts?key=send-message&language=fr');
    await theirs.getByRole('textbox', { name: 'send-message, français' }).fill('Envoyer à tous');
    await isSaved(theirs);
    await page.keyboard.press('Control+Home');
    await expect.poll(written(page, texts)).toContain('Envoyer à tous');
  });

  it('that is no document stays in the editor, is told with its line, and outlives a reload', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const file = 'settings.json';
    const page = await opensStudio(visitor, server.url, address(file));
    await editor(page, file).waitFor();
    const before = await written(page, file)();
    await pastes(page, file, '{\n  "failureField": "name",\n  "failureField": 1 }');
    await page.getByText('3:3 the key "failureField" stands here a second time').waitFor();
    await page.getByText('This is no document yet').waitFor();
    await isSaved(page);
    await page.reload();
    await page.getByText('3:3 the key "failureField" stands here a second time').waitFor();
    expect(await written(page, file)()).toContain('"failureField": 1');
    expect(await violations(page)).toEqual([]);
    for (const [text, told] of [
      ['[1, 2]', '1:1 a document is an object'],
      ['{\n "__proto__": {} }', '2:2 "__proto__" is no key'],
      ['{ "$schema": "meta/settings.v9.schema.json" }', '1:3 "meta/settings.v9.schema.json" is a format'],
      ['Dear all', '1:1 expected a value'],
    ] as const) {
      await pastes(page, file, text);
      await page.getByText(told).waitFor();
    }
    await page.getByRole('button', { name: 'Back to what the draft says' }).click();
    await expect.poll(written(page, file)).toBe(before);
    await page.reload();
    await expect.poll(written(page, file)).toBe(before);
  });

  it('takes no paste that is longer than any document, and says of JSON that is no form what is wrong', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const file = 'rules.json';
    const page = await opensStudio(visitor, server.url, address(file));
    await editor(page, file).waitFor();
    await editor(page, file).click();
    await editor(page, file).evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', ' '.repeat(10_000_000));
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await page.getByText(/No document is longer than 1,000,000: nothing was pasted/).waitFor();
    await pastes(page, file, '{"hello": "world"}');
    await page
      .getByText(/unknown key "hello"/)
      .first()
      .waitFor();
    await page.getByText('The draft is no whole form at the moment').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByText('unknown key "hello"').count()).toBe(0);
    await isSaved(page);
  });

  it('completes keys as the meta schemas describe them', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const file = 'settings.json';
    const page = await opensStudio(visitor, server.url, address(file));
    await editor(page, file).waitFor();
    await pastes(page, file, '{ "failureField": "name", "fallb');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /fallbackLocale/ }).click();
    await expect.poll(written(page, file)).toContain('"fallbackLocale"');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).not.toContain('st-code');
    await page.getByRole('button', { name: 'Back to what the draft says' }).click();
  });
});
