import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import {
  awaitSaved,
  createAccount,
  fillSignIn,
  locateField,
  locatePreview,
  locateProperties,
  openStudioAs,
  studioJourneys,
} from '../support/studio.ts';
import { goodPassword } from '../support/studio-session.ts';

const it = studioJourneys({ documents: {} });

describe('roles of the studio', () => {
  it('let a viewer read and copy everything, and show nothing that does nothing', async ({
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Vera', role: 'viewer' });
    const page = await opens('/studio/forms', 'Vera');
    await page.getByText('Your role is “Viewer”').first().waitFor();
    for (const name of ['Publish', 'Undo', 'Redo', 'New enquiry type', 'Archive Service', 'Names of Service'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('link', { name: 'Tokens' }).waitFor();
    for (const name of ['People', 'Audit log'])
      expect(await page.getByRole('link', { name }).count(), name).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(new URL('/studio/forms/sales', server.url).href);
    await locateField(page, 'Phone number').getByRole('button').first().click();
    const label = locateProperties(page).getByLabel('Label');
    await expect.poll(() => label.inputValue()).toBe('Phone number');
    expect(await label.getAttribute('readonly')).not.toBeNull();
    await locatePreview(page).getByLabel('Phone number').waitFor();
    for (const name of ['Add field', 'Duplicate', 'Remove field', 'Warn me if this changes'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    await locateField(page, 'Phone number').getByRole('button').first().press('Alt+ArrowUp');
    expect(await page.locator('.st-field-moves').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('paragraph').filter({ hasText: 'International sites value no boats.' }).waitFor();
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New rule' }).count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Texts', exact: true }).click();
    await page.getByRole('button', { name: /^“Send message” · send button, English/ }).click();
    const text = page.getByRole('textbox', { name: '“Send message” · send button, English' });
    const before = await text.inputValue();
    await page.keyboard.type('Never');
    expect(await text.inputValue()).toBe(before);
    expect(await page.getByRole('button', { name: 'Import translations' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Export for translators' }).count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('link', { name: 'JSON', exact: true }).click();
    const editor = page.getByRole('textbox', { name: /^JSON of/ });
    const written = await editor.textContent();
    await editor.click();
    await page.keyboard.type('Never');
    expect(await editor.textContent()).toBe(written);
    expect(await findAxeViolations(page)).toEqual([]);

    for (const path of ['people', 'audit']) {
      await page.goto(new URL(`/studio/${path}`, server.url).href);
      await page.getByText('You need the role Owner for this.').waitFor();
    }
    await page.getByRole('button', { name: 'Menu: Vera' }).click();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('This browser').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('let an editor change drafts, a limited one their own enquiry types, and a publisher publish', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    const [other, third] = [await newVisitor(), await newVisitor()];
    other.expectsTrouble();
    third.expectsTrouble();
    await createAccount(server.url, { name: 'Edith', role: 'editor' });
    await createAccount(server.url, { name: 'Liam', role: 'editor', types: ['valuation'] });
    await createAccount(server.url, { name: 'Pia', role: 'publisher' });
    const theirs = await opens('/studio/forms/sales', 'Edith');
    await locateField(theirs, 'Phone number').getByRole('button').first().click();
    await locateProperties(theirs).getByLabel('Hint').fill('By day');
    await awaitSaved(theirs);
    expect(await theirs.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    expect(await theirs.getByRole('link', { name: 'People' }).count()).toBe(0);

    const limited = await openStudioAs(other, server.url, 'Liam', '/studio/forms/sales');
    await limited.getByText('You may change only: Boat valuation.').first().waitFor();
    expect(await limited.getByRole('button', { name: 'Add field' }).count()).toBe(0);
    expect(await findAxeViolations(limited)).toEqual([]);
    await limited.getByRole('link', { name: 'All enquiry types' }).click();
    await limited.getByRole('link', { name: 'Boat valuation' }).click();
    await limited.getByRole('button', { name: 'Add field' }).waitFor();

    const publishers = await openStudioAs(third, server.url, 'Pia', '/studio/forms/sales');
    await publishers.getByRole('button', { name: 'Publish' }).waitFor();
    await publishers.getByRole('button', { name: 'Advanced' }).click();
    expect(await publishers.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await publishers.keyboard.press('Escape');
    await publishers.getByRole('button', { name: 'Changes', exact: true }).click();
    await publishers.getByRole('dialog', { name: 'Changes' }).getByText('Edith').waitFor();
  });

  it('tell somebody at once whose role is taken away amid an edit, and lose nothing of it', async ({
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Max', role: 'editor' });
    const theirs = await opens('/studio/forms/service', 'Max');
    await locateField(theirs, 'Phone number').getByRole('button').first().click();
    const hint = locateProperties(theirs).getByLabel('Hint');
    await hint.fill('Started');
    await awaitSaved(theirs);
    // The next edit is pending while the role is removed.
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await theirs.route('**/studio/api/changes', async (route) => {
      await isReleased;
      await route.continue();
    });
    await hint.fill('Never lost');
    const owners = await opens('/studio/people');
    await owners.getByRole('button', { name: 'Change Max' }).click();
    await owners.getByLabel('Role').selectOption({ label: 'Viewer' });
    await owners.getByRole('button', { name: 'Save', exact: true }).click();
    const notice = theirs.getByRole('region', { name: 'Role' });
    await notice.getByText('Your role is now: Viewer').waitFor();
    release();
    await notice.getByText('One change of yours could not be saved').waitFor();
    await notice.getByText('What was not saved').click();
    await notice.getByText('Never lost').waitFor();
    expect(await findAxeViolations(theirs)).toEqual([]);
    await theirs.reload();
    await theirs.getByRole('region', { name: 'Role' }).getByText('could not be saved').waitFor();
    await owners.getByRole('button', { name: 'Change Max' }).click();
    await owners.getByLabel('Role').selectOption({ label: 'Editor' });
    await owners.getByRole('button', { name: 'Save', exact: true }).click();
    await awaitSaved(theirs);
    await locateField(theirs, 'Phone number').getByRole('button').first().click();
    await expect.poll(() => hint.inputValue()).toBe('Never lost');
  });

  it('tell whoever signs in over another’s page whose it was, and take nothing in a wrong name', async ({
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Nora', role: 'editor' });
    await createAccount(server.url, { name: 'Olaf', role: 'editor' });
    const page = await opens('/studio/forms/careers', 'Nora');
    await locateField(page, 'Message').getByRole('button').first().click();
    await page.context().clearCookies();
    await locateProperties(page).getByLabel('Hint').fill('Written by Nora');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Password').waitFor();
    await fillSignIn(dialog, 'Olaf', goodPassword);
    await dialog.getByText('Olaf is signed in now').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Hint of Message' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave the changes in this browser for Nora' }).click();
    await page.getByRole('button', { name: 'Menu: Olaf' }).waitFor();
    await locateField(page, 'Message').getByRole('button').first().click();
    await expect
      .poll(() => locateProperties(page).getByLabel('Hint').inputValue())
      .not.toBe('Written by Nora');
    await page.getByRole('button', { name: 'Menu: Olaf' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await fillSignIn(page, 'Nora', goodPassword);
    await page.getByRole('button', { name: 'Menu: Nora' }).waitFor();
    await locateField(page, 'Message').getByRole('button').first().click();
    await expect.poll(() => locateProperties(page).getByLabel('Hint').inputValue()).toBe('Written by Nora');
    await awaitSaved(page);
    const owners = await opens('/studio/forms/careers');
    await owners.getByRole('button', { name: 'Changes', exact: true }).click();
    const list = owners.getByRole('dialog', { name: 'Changes' });
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Hint of Message' })
      .filter({ hasText: 'Nora' })
      .waitFor();

    // Another person signs in on a second page; later requests of the first page must not use their session.
    const second = await page.context().newPage();
    await page.context().clearCookies();
    await second.goto(new URL('/studio', server.url).href);
    await fillSignIn(second, 'Olaf', goodPassword);
    await second.getByRole('button', { name: 'Menu: Olaf' }).waitFor();
    await locateProperties(page).getByLabel('Hint').fill('Still Nora');
    await dialog.getByText('Olaf is signed in now').waitFor();
    await dialog.getByRole('button', { name: 'Save the changes in my name' }).click();
    await page.getByRole('button', { name: 'Menu: Olaf' }).waitFor();
    await awaitSaved(page);
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Hint of Message' })
      .filter({ hasText: 'Olaf' })
      .waitFor();
  });
});
