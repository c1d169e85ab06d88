import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import {
  awaitSaved,
  createAnnouncementReader,
  locateField,
  locateProperties,
  openOwnerStudio,
  studioJourneys,
} from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';

const it = studioJourneys({ documents: {} });

describe('the shell of the studio', () => {
  it('finds anything by a few letters, with the keyboard alone', async ({ opens, expect }) => {
    const page = await opens();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type('phone serv');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Phone number' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/studio/forms/service?field=phone');
    await expect.poll(() => locateProperties(page).getByLabel('Label').inputValue()).toBe('Phone number');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('send-message');
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Send message' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: '“Send message” · send button, English' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.getByRole('option', { name: /Theme: Dark/ }).waitFor();
    await page.keyboard.press('Enter');
    const isDark = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await expect.poll(isDark).toBe('dark');
    await page.reload();
    await expect.poll(isDark).toBe('dark');
  });

  it('shows every key on "?", except to whoever turned single keys off', async ({ opens, expect }) => {
    const page = await opens();
    await page.locator('#main').focus();
    await page.keyboard.press('?');
    const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await overview.getByText('Find anything').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await overview.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => overview.count()).toBe(0);
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await overview.count()).toBe(0);
  });

  it('gives the focus back to who opened a dialog, and opens one from the palette', async ({
    opens,
    expect,
  }) => {
    const page = await opens();
    const opener = page.getByRole('button', { name: 'Changes', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Changes' });
    const isFocused = () => opener.evaluate((button) => button === document.activeElement);
    await opener.click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('changes');
    await page.getByRole('option', { name: /Changes/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await expect.poll(() => page.getByRole('combobox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(isFocused).toBe(true);
  });

  it('goes back to any of forty changes after a reload, and forward again', async ({ opens, expect }) => {
    const page = await opens('/studio/texts?language=en');
    await page.locator('[data-cell]').nth(39).waitFor();
    const keys = await page
      .locator('[data-cell]')
      .evaluateAll((cells) =>
        cells
          .map((cell) => (cell as HTMLElement).dataset.cell?.split(' ')[1] ?? '')
          .filter((key) => key !== ''),
      );
    const cell = (key: string) => page.locator(`[data-cell="en ${key}"]`);
    const before = await cell(keys[0] ?? '').textContent();
    await cell(keys[0] ?? '').click();
    for (const [at, key] of keys.slice(0, 40).entries()) {
      const written = page.locator('[data-open] textarea');
      await expect.poll(() => page.url()).toContain(encodeURIComponent(key));
      await page
        .locator('[data-open]')
        .filter({ has: cell(key) })
        .locator('textarea')
        .first()
        .waitFor();
      // A text with cases is written as code here.
      const code = page.getByRole('button', { name: 'As code' });
      if ((await written.count()) > 1) await code.click();
      await written.fill(`Words ${at}`);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
    await awaitSaved(page);
    await page.reload();
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Changes' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(41);
    expect(await findAxeViolations(page)).toEqual([]);
    await list
      .getByRole('listitem')
      .filter({ hasText: /Words 9\b/ })
      .getByRole('button')
      .click();
    await expect.poll(createAnnouncementReader(page)).toBe('30 changes undone.');
    await expect.poll(() => cell(keys[9] ?? '').textContent()).toContain('Words 9');
    await expect.poll(() => cell(keys[10] ?? '').textContent()).not.toContain('Words 10');
    await list
      .getByRole('button', { name: /^Redo up to here/ })
      .first()
      .click();
    await expect.poll(() => cell(keys[39] ?? '').textContent()).toContain('Words 39');
    await list.getByRole('button', { name: 'Go back here: As it was at the beginning' }).click();
    await expect.poll(() => cell(keys[0] ?? '').textContent()).toBe(before);
    await page.keyboard.press('Escape');
    await awaitSaved(page);
  });

  it('shows where one’s own other windows are, field by field', async ({ opens, expect }) => {
    const mine = await opens('/studio/forms/sales');
    const theirs = await opens('/studio/forms/sales');
    await locateField(theirs, 'Phone number').getByRole('button').first().click();
    await locateField(mine, 'Phone number').getByText('You, in another window').waitFor();
    expect(await findAxeViolations(mine)).toEqual([]);
    await mine.getByRole('button', { name: /Menu/ }).click();
    await mine.getByRole('link', { name: 'Go to the page in your other window' }).click();
    await expect.poll(() => locateProperties(mine).getByLabel('Label').inputValue()).toBe('Phone number');
    await theirs.getByRole('link', { name: 'Texts', exact: true }).click();
    await theirs.getByRole('button', { name: /^“Send message” · send button, English/ }).click();
    await expect
      .poll(() => locateField(mine, 'Phone number').getByText('You, in another window').count())
      .toBe(0);
    await mine.getByRole('link', { name: 'Texts', exact: true }).click();
    await mine.getByRole('gridcell').filter({ hasText: 'You, in another window' }).waitFor();
    await theirs.close();
    await expect.poll(() => mine.getByText('You, in another window').count()).toBe(0);
  });

  it('lists what others did, with who, to be taken back alone', async ({ opens, expect }) => {
    const theirs = await opens('/studio/forms/general');
    await locateField(theirs, 'Name').getByRole('button').first().click();
    const before = await locateProperties(theirs).getByLabel('Label').inputValue();
    await locateProperties(theirs).getByLabel('Label').fill('What are you called?');
    await awaitSaved(theirs);
    const mine = await opens('/studio/forms/general');
    await locateField(mine, 'Message').getByRole('button').first().click();
    await locateProperties(mine).getByLabel('Label').fill('Your wish');
    await awaitSaved(mine);
    await mine.getByRole('button', { name: 'Changes', exact: true }).click();
    const list = mine.getByRole('dialog', { name: 'Changes' });
    const row = list.getByRole('listitem').filter({ hasText: 'owner' }).first();
    await list.getByRole('button', { name: 'Go back here: As it was at the beginning' }).click();
    await expect.poll(createAnnouncementReader(mine)).toBe('1 change undone.');
    const outline = mine.locator('#main').getByRole('listitem');
    await expect.poll(() => outline.filter({ hasText: 'Your wish' }).count()).toBe(0);
    await outline.filter({ hasText: 'What are you called?' }).first().waitFor();
    expect(await findAxeViolations(mine)).toEqual([]);
    await row.getByRole('button', { name: /^Undo this/ }).click();
    await row.getByText('undone').waitFor();
    await expect.poll(createAnnouncementReader(mine)).toContain('Undone');
    await expect.poll(() => locateProperties(theirs).getByLabel('Label').inputValue()).toBe(before);
    await mine.keyboard.press('Escape');
    await mine.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => locateProperties(theirs).getByLabel('Label').inputValue())
      .toBe('What are you called?');
    await awaitSaved(mine);
  });

  it('asks for the password again where one signs out elsewhere, and goes on with what was being written', async ({
    server,
    opens,
    expect,
  }) => {
    const page = await opens('/studio/json?file=forms/general/ui.json');
    const theirs = await opens('/studio/forms/valuation');
    const editor = page.getByRole('textbox', { name: 'JSON of forms/general/ui.json' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('not a valid document yet ');
    const second = await page.context().newPage();
    await second.goto(new URL('/studio', server.url).href);
    await second.getByRole('button', { name: 'Menu' }).click();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await second.getByLabel('Password').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByText('nothing that you changed is lost').waitFor();
    await expect
      .poll(() => dialog.getByLabel('Password').evaluate((e) => e === document.activeElement))
      .toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await locateField(theirs, 'Phone number').getByRole('button').first().click();
    await locateProperties(theirs).getByLabel('Hint').fill('Written meanwhile');
    await awaitSaved(theirs);
    await page.keyboard.type(studioPassword);
    await page.keyboard.press('Enter');
    await awaitSaved(page);
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => editor.textContent()).toContain('not a valid document yet');
    await expect.poll(() => editor.evaluate((e) => e.matches(':focus'))).toBe(true);
    await locateProperties(theirs).getByLabel('Hint').fill('Written since');
    await page.getByRole('link', { name: 'Texts', exact: true }).click();
    await page.getByRole('searchbox').fill('Written since');
    await page.getByRole('gridcell').filter({ hasText: 'Written since' }).first().waitFor();
  });

  it('goes on where a part of it fails, and loses no draft', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await openOwnerStudio(visitor, server.url, '/studio/forms/service');
    await locateField(page, 'Phone number').getByRole('button').first().click();
    // The edit is not on the server yet when the part fails.
    await page.route('**/studio/api/changes', (route) => route.abort());
    await locateProperties(page).getByLabel('Label').fill('Number aboard');
    // A response that no server of this version sends.
    await page.route('**/studio/api/people', (route) => route.fulfill({ json: { people: 7 } }));
    await page.getByRole('link', { name: 'People' }).click();
    const reported = page.getByRole('alert').filter({ hasText: 'Your draft is safe.' });
    await reported.getByText(/TypeError/).waitFor();
    const heading = page.getByRole('heading', { name: 'Something went wrong on this page', level: 1 });
    await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.getByText('Offline: saved in this browser').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await reported.getByRole('button', { name: 'Reload this page' }).click();
    await reported.getByText(/TypeError/).waitFor();

    // Navigation works, and leaves the error behind.
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await page.goBack();
    await reported.waitFor();
    await page.unroute('**/studio/api/people');
    await reported.getByRole('button', { name: 'Reload this page' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.unroute('**/studio/api/changes');
    await awaitSaved(page);
    await page.goto(new URL('/studio/forms/service', server.url).href);
    await locateField(page, 'Number aboard').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await locateField(page, 'Phone number').waitFor();
  });

  it('holds where there is little room', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.setViewportSize({ width: 320, height: 700 });
    const page = await openOwnerStudio(visitor, server.url, '/studio/checks');
    expect(await findHorizontalOverflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('combobox').waitFor();
    expect(await findHorizontalOverflow(page)).toEqual([]);
  });
});
