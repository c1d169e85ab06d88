import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { locateField, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

describe('a preview that somebody without an account is shown', () => {
  it('is shown by a link to a person without an account, who tries it and leaves a comment', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms/general');
    await page.getByRole('button', { name: 'Share a preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a preview' });
    await dialog.getByLabel('Valid for days').fill('31');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('Enter a number of days from 1 to 30.').waitFor();
    await dialog.getByLabel('Valid for days').fill('3');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('The link is ready.').waitFor();
    const address = await dialog.getByRole('textbox', { name: 'Link to the preview' }).first().inputValue();
    expect(await findAxeViolations(page)).toEqual([]);

    const reviewer = await newVisitor();
    const { pathname } = new URL(address);
    await reviewer.visits(pathname);
    await reviewer.page.getByRole('complementary', { name: 'Preview – not live' }).waitFor();
    expect(await findAxeViolations(reviewer.page)).toEqual([]);
    await reviewer.fills({ name: 'Ann', email: 'nobody', message: 'Hello' });
    await reviewer.sends();
    await expect.poll(reviewer.invalidFields).toEqual(['email']);
    await reviewer.fills({ email: 'annie@review.example' });
    await reviewer.sends();
    await reviewer.sees('SW-0000-0000');
    expect(await server.enquiries()).toEqual([]);

    await reviewer.page.getByText('Leave a comment').click();
    await reviewer.page.getByLabel('Your name').fill('Rita <b>');
    await reviewer.page.getByLabel('About').selectOption('field:general:email');
    await reviewer.page.getByRole('textbox', { name: 'Comment' }).fill('Why do you ask?');
    await reviewer.page.getByRole('button', { name: 'Send comment' }).click();
    await reviewer.page.getByText('Thank you. Your comment was sent.').waitFor();
    expect(await findAxeViolations(reviewer.page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Close' }).click();
    await locateField(page, 'Email').getByText('1 open comment').waitFor({ state: 'attached' });
    await locateField(page, 'Email').getByRole('button').first().click();
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('Why do you ask?').waitFor();
    await comments.getByText('guest', { exact: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // The author sees that a guest waits, and the guest the answer.
    const waiting = page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByText('1 comment of a guest to answer');
    await waiting.waitFor({ state: 'attached' });
    await comments.getByRole('button', { name: 'Reply to Rita <b>' }).click();
    await comments.getByText('The guest sees it in the preview').waitFor();
    await page.keyboard.type('To answer you.');
    await page.keyboard.press('Control+Enter');
    await waiting.waitFor({ state: 'detached' });
    await reviewer.visits(pathname);
    await reviewer.page.getByText('Comments: 1, answered: 1').click();
    await reviewer.page.getByText('To answer you.').waitFor();
    expect(await findAxeViolations(reviewer.page)).toEqual([]);
    await page.getByRole('button', { name: 'Share a preview' }).click();
    await dialog.getByText('Opened 3 times').waitFor();
    await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
    await dialog.getByText(/^Revoked on/).waitFor();
    reviewer.expectsTrouble();
    await reviewer.page.reload();
    await reviewer.page.getByRole('heading', { name: 'This preview has ended' }).waitFor();
  });
});
