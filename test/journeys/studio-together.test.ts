import { describe } from 'vitest';
import {
  fieldIn,
  hasAccount,
  isSaved,
  opensPage,
  opensStudioAs,
  propertiesIn,
  studioJourneys,
  toldIn,
} from '../support/studio.ts';
import { studioClient } from '../support/studio-client.ts';

const it = studioJourneys();

describe('two people on one draft', () => {
  it('see each other’s edits, both versions where they meet, and that one of them published', async ({
    page: mine,
    newVisitor,
    server,
    expect,
  }) => {
    const other = await newVisitor();
    await hasAccount(server.url, { name: 'Pia', role: 'publisher' });
    await opensPage(mine, server.url, '/studio/forms/general');
    const theirs = await opensStudioAs(other, server.url, 'Pia', '/studio/forms/general');
    await mine.getByText('One other person is here').waitFor();
    for (const page of [mine, theirs]) {
      await fieldIn(page, 'Message').getByRole('button').first().click();
      await propertiesIn(page).getByLabel('Hint').waitFor();
    }
    await propertiesIn(theirs).getByLabel('Hint').fill('Theirs');
    await expect.poll(() => propertiesIn(mine).getByLabel('Hint').inputValue()).toBe('Theirs');

    // Changes of this page do not arrive for a while.
    await mine.route('**/studio/api/changes', (route) => route.fulfill({ status: 500, body: 'down' }));
    await propertiesIn(mine).getByLabel('Hint').fill('Mine');
    await mine.getByText('Offline').waitFor();
    await propertiesIn(theirs).getByLabel('Hint').fill('Theirs again');
    await isSaved(theirs);
    await mine.unroute('**/studio/api/changes');
    const choice = mine.getByRole('region', { name: 'Two versions' });
    await choice.getByText('Theirs again').waitFor();
    await choice.getByText('Mine', { exact: true }).waitFor();
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => propertiesIn(theirs).getByLabel('Hint').inputValue()).toBe('Mine');
    await isSaved(mine);

    await (await studioClient(server)).publish({ page: 'elsewhere' });
    for (const page of [mine, theirs]) {
      await page.getByRole('region', { name: 'Published' }).waitFor();
      await expect.poll(toldIn(page)).toContain('published the draft');
      await expect.poll(() => propertiesIn(page).getByLabel('Hint').inputValue()).toBe('Mine');
    }
  });
});
