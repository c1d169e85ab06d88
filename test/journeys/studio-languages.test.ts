import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { awaitSaved, createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

describe('texts in the studio', () => {
  it('of a new language begin with what is missing', async ({ page, server, expect }) => {
    await openStudioPage(page, server.url, '/studio/texts');
    await page.getByRole('button', { name: 'Add a language' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('neder');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(createAnnouncementReader(page))
      .toBe('Nederlands was added. Its missing texts are shown.');
    await expect.poll(() => page.getByLabel('Show').inputValue()).toBe('missing');
    await page.getByLabel('Search').fill('send message');
    await page.getByRole('button', { name: /^“Send message” · send button, Nederlands: / }).click();
    await page
      .getByRole('textbox', { name: '“Send message” · send button, Nederlands' })
      .fill('Bericht verzenden');
    await awaitSaved(page);
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
