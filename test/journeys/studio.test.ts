import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import {
  fieldIn,
  isSaved,
  opensStudio,
  previewIn,
  propertiesIn,
  publishes,
  studioJourneys,
  toldIn,
} from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';

const it = studioJourneys();

describe('the studio', () => {
  it('says what is wrong with a password, and opens with the right one', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${server.url}/studio`);
    await page.getByLabel('Name').fill('owner');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'do not go together' }).waitFor();
    await opensStudio(visitor, server.url);
    // Who has just signed in, or followed a link, is at the heading, which is then said.
    const focus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focus).toBe('Forms');
    await page.getByRole('link', { name: 'Rules', exact: true }).press('Enter');
    await expect.poll(focus).toBe('Rules');
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
    const page = await opensStudio(visitor, server.url, '/studio/forms/general');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByLabel('What does it ask?').fill('How did you hear about us?');
    await page.getByRole('button', { name: 'Choice', exact: true }).click();
    await fieldIn(page, 'How did you hear about us?').waitFor();
    await propertiesIn(page).getByLabel('Choices').fill('A friend\nA boat show\nThe web');
    await previewIn(page).getByLabel('How did you hear about us?').waitFor();
    await expect
      .poll(() =>
        previewIn(page).locator('select[name="how_did_you_hear_about_us"] option').allTextContents(),
      )
      .toEqual(expect.arrayContaining(['A friend', 'A boat show', 'The web']));
    expect(await violations(page)).toEqual([]);
    await isSaved(page);

    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByRole('button', { name: 'This is meant' }).click();
    await page.getByText('Every situation is checked.').waitFor();
    await expect.poll(() => page.getByText('does not hold').count()).toBe(0);
    await publishes(page);

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
    const page = await opensStudio(visitor, server.url, '/studio/forms/service');
    await fieldIn(page, 'Phone number').getByRole('button').first().click();
    await propertiesIn(page).getByLabel('Label').fill('Mobile number');
    await propertiesIn(page).getByLabel('Hint').fill('With its country code');
    await previewIn(page).getByText('With its country code').waitFor();
    await isSaved(page);
    await page.reload();
    await fieldIn(page, 'Mobile number').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => propertiesIn(page).getByLabel('Hint').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await fieldIn(page, 'Phone number').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await fieldIn(page, 'Mobile number').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await fieldIn(page, 'Phone number').waitFor();
    await isSaved(page);
  });

  it('is worked by keyboard: fields chosen, moved and added, each told', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/sales');
    await fieldIn(page, 'Phone number').getByRole('button').first().focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(toldIn(page)).toBe('Phone number is now 4 of 6.');
    await expect.poll(() => page.locator('.st-field-name').allTextContents()).toHaveLength(6);
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toContain('Phone number');
    await page.keyboard.press('Control+z');
    await expect.poll(toldIn(page)).toBe('Undone.');
    await isSaved(page);
  });

  it('tells why: rules in sentences, and of each field what decided it', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/service');
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
      await opensStudio(visitor, server.url, '/studio/forms/careers'),
      await opensStudio(other, server.url, '/studio/forms/careers'),
    ];
    await mine.getByText('One other person is here').waitFor();
    await fieldIn(mine, 'Message').getByRole('button').first().click();
    await fieldIn(theirs, 'Message').getByRole('button').first().click();
    await propertiesIn(theirs).getByLabel('Hint').fill('Theirs');
    await expect.poll(() => propertiesIn(mine).getByLabel('Hint').inputValue()).toBe('Theirs');
    await mine.context().setOffline(true);
    await propertiesIn(mine).getByLabel('Hint').fill('Mine');
    await mine.getByText('Offline').waitFor();
    await propertiesIn(theirs).getByLabel('Hint').fill('Theirs again');
    await isSaved(theirs);
    await mine.context().setOffline(false);
    const choice = mine.getByRole('region', { name: 'Two versions' });
    await choice.getByText('Theirs again').waitFor();
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => propertiesIn(theirs).getByLabel('Hint').inputValue()).toBe('Mine');
  });

  it('loses nothing where a session ends amid an edit', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/texts');
    await page.getByRole('button', { name: /^send-message, English/ }).click();
    const words = page.getByRole('textbox', { name: 'send-message, English' });
    await words.waitFor();
    // What is open already: the dialog comes at whatever the studio asks next, and nothing below it can be pressed then.
    await page.context().clearCookies();
    await words.fill('Send it off');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('nothing that you changed is lost').waitFor();
    await dialog.getByLabel('Password').fill(studioPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await isSaved(page);
    await page.reload();
    const written = page.getByRole('textbox', { name: 'send-message, English' });
    await expect.poll(() => written.inputValue()).toBe('Send it off');
  });
});
