import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import {
  awaitSaved,
  createAccount,
  createAnnouncementReader,
  locateProperties,
  openStudioPage,
  publishInStudio,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys();

describe('a draft that its editor thinks finished', () => {
  it('is said to be ready by an editor by keyboard, sent back, and published with the name of who prepared it', async ({
    page,
    opens,
    server,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Edda', role: 'editor' });
    const editor = await opens('/studio/forms/general?field=phone', 'Edda');
    await openStudioPage(page, server.url, '/studio/forms');
    const label = locateProperties(editor).getByLabel('Label', { exact: true });
    await label.fill('Mobile');
    await label.press('Tab');
    await awaitSaved(editor);
    const keyboard = createKeyboard(editor);
    await keyboard.presses(editor.getByRole('button', { name: 'Ready for publishing' }));
    await keyboard.types(editor.getByLabel('Message'), 'For the boat show');
    await keyboard.presses(editor.locator('main').getByRole('button', { name: 'Ready for publishing' }));
    await expect.poll(createAnnouncementReader(editor)).toBe('Those who may publish know that it is ready.');
    expect(keyboard.actions()).toBe(3);
    expect(await findAxeViolations(editor)).toEqual([]);

    const notice = page.getByRole('region', { name: 'Ready for publishing' });
    await notice.getByText('Edda says: ready for publishing').waitFor();
    await page.getByRole('button', { name: 'Publish ready' }).waitFor();
    await notice.getByRole('link', { name: 'See the changes' }).click();
    await notice.getByText('For the boat show').waitFor();
    await notice.getByText(/^Edda: \d+ changes?$/).waitFor();
    await page.getByText('Send back').first().click();
    await page.getByLabel('What is missing?').fill('German, please');
    await page.getByRole('button', { name: 'Send back' }).click();
    await editor.getByText('owner sent the draft back').waitFor();
    await editor.getByText('German, please').waitFor();

    await keyboard.presses(editor.locator('main').getByRole('button', { name: 'Ready for publishing' }));
    await page.getByText('Edda says: ready for publishing').waitFor();
    await editor.goto(`${server.url}/studio/forms/general?field=phone`);
    await locateProperties(editor).getByLabel('Label', { exact: true }).fill('Mobile number');
    await awaitSaved(editor);
    await page.goto(`${server.url}/studio/publish`);
    await page.getByText('The draft has been changed since.').waitFor();
    await page.goto(`${server.url}/studio/history`);
    await publishInStudio(page);
    await page.goto(`${server.url}/studio/history/2`);
    await page.getByText('Prepared by').waitFor();
    await page.getByText('Edda', { exact: true }).first().waitFor();
  });
});
