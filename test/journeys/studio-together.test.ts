import { describe } from 'vitest';
import {
  awaitSaved,
  createAccount,
  createAnnouncementReader,
  locateField,
  locateProperties,
  openStudioAs,
  openStudioPage,
  studioJourneys,
} from '../support/studio.ts';
import { openStudioClient } from '../support/studio-client.ts';

const it = studioJourneys();

describe('two people on one draft', () => {
  it('see each other’s edits, both versions where they meet, and that one of them published', async ({
    page: mine,
    newVisitor,
    server,
    expect,
  }) => {
    const other = await newVisitor();
    await createAccount(server.url, { name: 'Pia', role: 'publisher' });
    await openStudioPage(mine, server.url, '/studio/forms/general');
    const theirs = await openStudioAs(other, server.url, 'Pia', '/studio/forms/general');
    await mine.getByText('One other person is here').waitFor();
    for (const page of [mine, theirs]) {
      await locateField(page, 'Message').getByRole('button').first().click();
      await locateProperties(page).getByLabel('Hint').waitFor();
    }
    await locateProperties(theirs).getByLabel('Hint').fill('Theirs');
    await expect.poll(() => locateProperties(mine).getByLabel('Hint').inputValue()).toBe('Theirs');

    // Changes of this page do not arrive for a while.
    await mine.route('**/studio/api/changes', (route) => route.fulfill({ status: 500, body: 'down' }));
    await locateProperties(mine).getByLabel('Hint').fill('Mine');
    await mine.getByText('Offline').waitFor();
    await locateProperties(theirs).getByLabel('Hint').fill('Theirs again');
    await awaitSaved(theirs);
    await mine.unroute('**/studio/api/changes');
    const choice = mine.getByRole('region', { name: 'Two versions' });
    await choice.getByText('Theirs again').waitFor();
    await choice.getByText('Mine', { exact: true }).waitFor();
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => locateProperties(theirs).getByLabel('Hint').inputValue()).toBe('Mine');
    await awaitSaved(mine);

    await (await openStudioClient(server)).publish({ page: 'elsewhere' });
    for (const page of [mine, theirs]) {
      await page.getByRole('region', { name: 'Published' }).waitFor();
      await expect.poll(createAnnouncementReader(page)).toContain('published the draft');
      await expect.poll(() => locateProperties(page).getByLabel('Hint').inputValue()).toBe('Mine');
    }
  });
});
