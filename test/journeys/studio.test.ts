import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const password = 'open sesame';
const it = journeysOn({ documents: {}, env: { SLIPWAY_STUDIO_PASSWORD: password } });

async function opens({ page }: Visitor, url: string, path = '/studio'): Promise<Page> {
  await page.goto(new URL(path, url).href);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Publish' }).waitFor();
  return page;
}

const field = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });

/** What was last said to whoever listens. */
const told = (page: Page) => () => page.locator('#st-announcement').textContent();

/** Everything typed is on the server's disk. */
async function isSaved(page: Page): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor();
}

describe('the studio', () => {
  it('says what is wrong with a password, and opens with the right one', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${server.url}/studio`);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'not the password' }).waitFor();
    await opens(visitor, server.url);
    for (const name of ['Forms', 'Rules', 'Texts', 'Checks'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });

  it('brings a question from nothing to what a visitor sends', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/forms/general');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('What does it ask?').fill('How did you hear about us?');
    await page.getByRole('button', { name: 'Choice', exact: true }).click();
    await field(page, 'How did you hear about us?').waitFor();
    await properties(page).getByLabel('Choices').fill('A friend\nA boat show\nThe web');
    await preview(page).getByLabel('How did you hear about us?').waitFor();
    await expect
      .poll(() => preview(page).locator('select[name="how_did_you_hear_about_us"] option').allTextContents())
      .toEqual(expect.arrayContaining(['A friend', 'A boat show', 'The web']));
    expect(await violations(page)).toEqual([]);
    await isSaved(page);

    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByRole('button', { name: 'This is meant' }).click();
    await page.getByText('Every situation is checked.').waitFor();
    await expect.poll(() => page.getByText('does not hold').count()).toBe(0);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(told(page)).toBe('Published. Visitors see it from now on.');

    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.fills({
      office_location: '1',
      name: 'Ann Berry',
      email: 'ann@studio.example',
      how_did_you_hear_about_us: 'a-boat-show',
      message: 'Hello',
    });
    await outside.sends();
    await outside.sees('Thank you');
    const [enquiry] = (await server.enquiries()).filter(
      ({ values }) => values.email === 'ann@studio.example',
    );
    expect(enquiry?.values).toMatchObject({ how_did_you_hear_about_us: 'a-boat-show' });
  });

  it('undoes after a reload what was done before it, step by step', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/forms/service');
    await field(page, 'Phone number').getByRole('button').first().click();
    await properties(page).getByLabel('Label').fill('Mobile number');
    await properties(page).getByLabel('Hint').fill('With its country code');
    await preview(page).getByText('With its country code').waitFor();
    await isSaved(page);
    await page.reload();
    await field(page, 'Mobile number').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => properties(page).getByLabel('Hint').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await field(page, 'Phone number').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await field(page, 'Mobile number').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await field(page, 'Phone number').waitFor();
    await isSaved(page);
  });

  it('is worked by keyboard: fields chosen, moved and added, each told', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/forms/sales');
    await field(page, 'Phone number').getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(told(page)).toBe('Phone number is now 4 of 6.');
    await expect.poll(() => page.locator('.st-field-name').allTextContents()).toHaveLength(6);
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toContain('Phone number');
    await page.keyboard.press('Control+z');
    await expect.poll(told(page)).toBe('Undone.');
    await isSaved(page);
  });

  it('tells why: rules in sentences, and of each field what decided it', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/forms/service');
    await page.getByText('Why it looks like this').click();
    await page.getByRole('term').filter({ hasText: 'Photo' }).waitFor();
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await expect.poll(() => page.title()).toBe('Rules | Slipway Studio');
    await page.getByRole('paragraph').filter({ hasText: 'International sites value no boats.' }).waitFor();
    expect(await page.locator('.st-rules > li').count()).toBeGreaterThan(10);
    await page
      .getByText(/Applies in \d+ of [\d,]+ situations\./)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('changes a rule without code: the photos of service from one to three', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/rules');
    const rule = page.getByRole('listitem').filter({ hasText: 'A service enquiry carries one photo.' });
    await rule.locator('summary').click();
    await rule.getByLabel(/how many at most/).waitFor();
    expect(await violations(page)).toEqual([]);
    await rule.getByLabel(/how many at most/).fill('3');
    await isSaved(page);
    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByText('Every situation is checked.').waitFor();
    for (let left = 1; left > 0; left = await page.getByRole('button', { name: 'This is meant' }).count()) {
      await page.getByRole('button', { name: 'This is meant' }).first().click();
      await isSaved(page);
      await page.getByText('Every situation is checked.').waitFor();
    }
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(told(page)).toBe('Published. Visitors see it from now on.');
    const outside = await newVisitor();
    await outside.visits('/contact');
    await outside.fills({ enquiry_type: '7' });
    await outside.sees('Up to 3 photos');
  });

  it('shows two people each other’s edits, and both versions where they meet', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const other = await newVisitor();
    other.expectsTrouble();
    const [mine, theirs] = [
      await opens(visitor, server.url, '/studio/forms/careers'),
      await opens(other, server.url, '/studio/forms/careers'),
    ];
    await mine.getByText('One other person is here').waitFor();
    await field(mine, 'Message').getByRole('button').first().click();
    await field(theirs, 'Message').getByRole('button').first().click();
    await properties(theirs).getByLabel('Hint').fill('Theirs');
    await expect.poll(() => properties(mine).getByLabel('Hint').inputValue()).toBe('Theirs');
    await mine.context().setOffline(true);
    await properties(mine).getByLabel('Hint').fill('Mine');
    await mine.getByText('Offline').waitFor();
    await properties(theirs).getByLabel('Hint').fill('Theirs again');
    await isSaved(theirs);
    await mine.context().setOffline(false);
    const choice = mine.getByRole('region', { name: 'Two versions' });
    await choice.getByText('Theirs again').waitFor();
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => properties(theirs).getByLabel('Hint').inputValue()).toBe('Mine');
  });

  it('loses nothing where a session ends amid an edit', async ({ visitor, server }) => {
    visitor.expectsTrouble();
    const page = await opens(visitor, server.url, '/studio/texts');
    await page.context().clearCookies();
    await page.getByRole('button', { name: /^send-message, English/ }).click();
    await page.getByRole('textbox', { name: 'send-message, English' }).fill('Send it off');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('nothing that you changed is lost').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await isSaved(page);
    await page.reload();
    await page.getByRole('button', { name: /^send-message, English: Send it off/ }).waitFor();
  });
});
