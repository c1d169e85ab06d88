import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { fillSignIn, studioJourneys } from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';

const it = studioJourneys();

describe('the sign-in of the studio', () => {
  it('says what is wrong with a password, and opens with the right one', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${server.url}/studio`);
    await fillSignIn(page, 'owner', 'wrong');
    await page.getByRole('alert').filter({ hasText: 'The name or the password is wrong' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel('Password').fill(studioPassword);
    await page.keyboard.press('Enter');
    // After signing in or following a link, the heading has focus and is announced.
    const focus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focus).toBe('Forms');
    await page.getByRole('link', { name: 'Rules', exact: true }).press('Enter');
    await expect.poll(focus).toBe('Rules');
    for (const name of ['Forms', 'Rules', 'Texts', 'Checks'])
      await expect.poll(() => page.getByRole('link', { name, exact: true }).count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
