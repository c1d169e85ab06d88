import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createAnnouncementReader, openStudioPage, studioJourneys } from '../support/studio.ts';
import { goodPassword } from '../support/studio-session.ts';

const it = studioJourneys();

describe('people of the studio', () => {
  it('come by an invitation, see what their role may, and are changed and removed by an owner', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Enter the email address of the person to invite.').waitFor();
    const email = page.getByLabel('Email');
    await expect.poll(() => email.evaluate((element) => element.matches(':focus'))).toBe(true);
    await email.fill('ann@example.com');
    await page.getByLabel('Role').selectOption({ label: 'Viewer' });
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row', { name: /ann@example\.com/ })
      .getByText('Invited', { exact: true })
      .waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    const other = await newVisitor();
    other.expectsTrouble();
    const theirs = other.page;
    await theirs.goto(link);
    await theirs.getByText('owner invites you to this studio. Your role: Viewer.').waitFor();
    expect(await findAxeViolations(theirs)).toEqual([]);
    await theirs.getByLabel('Name').fill('Ann Berry');
    await theirs.getByLabel('Password').fill(goodPassword);
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await theirs.getByRole('button', { name: 'Menu: Ann Berry' }).waitFor();
    await theirs.getByText('Your role is “Viewer”').first().waitFor();
    for (const name of ['Publish', 'Undo', 'New enquiry type'])
      await expect.poll(() => theirs.getByRole('button', { name, exact: true }).count()).toBe(0);

    const row = page.getByRole('row', { name: /^Ann Berry/ });
    await page.reload();
    await row.getByText('Active').waitFor();
    await row.getByRole('button', { name: 'Change Ann Berry' }).click();
    await page.getByLabel('Role').selectOption({ label: 'Publisher' });
    await page.getByLabel('Only some enquiry types').check();
    await page.getByRole('checkbox', { name: 'Service' }).check();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('Ann Berry is now: Publisher');
    await theirs.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await row.getByRole('button', { name: 'Change Ann Berry' }).click();
    await page.getByRole('button', { name: 'Remove Ann Berry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Ann Berry?' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(createAnnouncementReader(page)).toBe('Ann Berry is removed.');
    await expect.poll(() => row.count()).toBe(0);
    await theirs.getByRole('dialog', { name: 'Sign in' }).waitFor();
  });
});
