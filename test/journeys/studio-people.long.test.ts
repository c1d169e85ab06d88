import { describe } from 'vitest';
import { createFormatMessage } from '../../src/studio/ui/messages.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { createAccount, fillSignIn, openOwnerStudio, studioJourneys } from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';
import { goodPassword } from '../support/studio-session.ts';

const it = studioJourneys({ documents: {} });

describe('people of the studio', () => {
  it('never lose their last owner', async ({ opens, expect }) => {
    const page = await opens('/studio/people');
    await page.getByRole('button', { name: 'Change owner' }).click();
    await page.getByLabel('Role').selectOption({ label: 'Viewer' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'This is the last owner' }).waitFor();
    await page.getByRole('button', { name: 'Remove owner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove owner?' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'This is the last owner' }).waitFor();
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(1);
  });

  it('get a link for a new password from an owner, which ends their sessions', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Rose', role: 'editor' });
    const theirs = await opens('/studio/forms', 'Rose');
    const page = await opens('/studio/people');
    await page.getByRole('button', { name: 'Change Rose' }).click();
    await page.getByRole('button', { name: 'Create a link for a new password' }).click();
    const link = await page.getByRole('textbox', { name: 'Link for a new password' }).inputValue();
    const third = await newVisitor();
    third.expectsTrouble();
    await third.page.goto(link);
    await third.page.getByLabel('New password').fill('nine small boats in a row');
    expect(await findAxeViolations(third.page)).toEqual([]);
    await third.page.getByRole('button', { name: 'Save password' }).click();
    await third.page.getByText('Your password is changed.').waitFor();
    await theirs.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await fillSignIn(third.page, 'Rose', goodPassword);
    await third.page.getByRole('alert').filter({ hasText: 'The name or the password is wrong' }).waitFor();
    await fillSignIn(third.page, 'Rose', 'nine small boats in a row');
    await third.page.getByRole('button', { name: 'Menu: Rose' }).waitFor();
    await third.page.goto('about:blank');
    await third.page.goto(link);
    await third.page.getByLabel('New password').fill('ten small boats in a row');
    await third.page.getByRole('button', { name: 'Save password' }).click();
    await third.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });

  it('are noted in the audit log, in sentences, to be found and exported', async ({
    server,
    opens,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Lena', role: 'viewer' });
    const page = await opens();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('link', { name: 'Audit log' }).click();
    const entries = page.locator('#main').getByRole('listitem');
    await entries.filter({ hasText: 'owner⁩ invited ⁨lena@example.com' }).waitFor();
    await entries.filter({ hasText: 'Lena⁩ accepted an invitation.' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Invitation accepted' });
    await expect.poll(() => entries.filter({ hasText: 'signed in' }).count()).toBe(0);
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Lena' });
    await expect.poll(() => entries.count()).toBe(1);
    await page.reload();
    await expect.poll(() => entries.count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it');
    await page.getByText('No entries match.').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect.poll(() => entries.count()).toBe(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    const text = await new Response((await file.createReadStream()) as never).text();
    expect(text).toContain('invitation-accepted');
    expect(text).not.toContain('person-invited');
  });

  it('hold where there is little room, in the dark, and from right to left', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({
      viewport: { width: 320, height: 800 },
      locale: 'ar',
      colorScheme: 'dark',
    });
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(new URL('/studio/people', server.url).href);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    await page.locator('[autocomplete="username"]').fill('owner');
    await page.locator('[type="password"]').fill(studioPassword);
    await page.keyboard.press('Enter');
    await page.locator('.st-people-table tbody tr').first().waitFor();
    await page.locator('.st-people-table tbody button').first().click();
    for (const path of ['/studio/people', '/studio/account', '/studio/audit']) {
      if (path !== '/studio/people') await page.goto(new URL(path, server.url).href);
      await page.locator('.st-person, .st-settings .st-rows, .st-audit').first().waitFor();
      expect(await findHorizontalOverflow(page), path).toEqual([]);
      expect(await findAxeViolations(page), path).toEqual([]);
      await page.setViewportSize({ width: 768, height: 1024 });
      expect(await findHorizontalOverflow(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
    }
  });

  it.for(['en', 'de', 'fr', 'ar'])(
    'have a bar of one line on a small desk, in "%s"',
    async (locale, { newVisitor, server, expect }) => {
      const visitor = await newVisitor({ viewport: { width: 1280, height: 800 }, locale });
      visitor.expectsTrouble();
      const page = await openOwnerStudio(visitor, server.url, '/studio/people', createFormatMessage(locale));
      const bar = page.getByRole('banner');
      await expect.poll(async () => (await bar.boundingBox())?.height ?? 0).toBeGreaterThan(0);
      expect((await bar.boundingBox())?.height).toBeLessThan(70);
    },
  );
});
