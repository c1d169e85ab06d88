import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import {
  awaitSaved,
  createAccount,
  createAnnouncementReader,
  locateField,
  locateProperties,
  openStudioPage,
  publishInStudio,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys();

describe('what people review before it is published', () => {
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
    await page.getByRole('button', { name: 'Share a preview' }).click();
    await dialog.getByText('Opened 2 times').waitFor();
    await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
    await dialog.getByText(/^Revoked on/).waitFor();
    reviewer.expectsTrouble();
    await reviewer.page.reload();
    await reviewer.page.getByRole('heading', { name: 'This preview has ended' }).waitFor();
  });

  it('is commented on by keyboard, seen live, answered and resolved, and moves with its field', async ({
    page,
    opens,
    server,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Vera', role: 'viewer' });
    const viewer = await opens('/studio/forms/service?field=boat_model', 'Vera');
    await openStudioPage(page, server.url, '/studio/forms/service?field=boat_model');
    const keyboard = createKeyboard(viewer);
    const hers = viewer.getByRole('region', { name: 'Comments' });
    await keyboard.presses(hers.getByRole('button', { name: 'New comment' }));
    await keyboard.types(hers.getByLabel('New comment'), '<script>alert(1)</script> a list?');
    await keyboard.chord('Control+Enter');
    await expect.poll(createAnnouncementReader(viewer)).toBe('Comment added.');
    expect(keyboard.actions()).toBe(3);
    await expect
      .poll(() => hers.getByRole('button', { name: 'New comment' }).evaluate((one) => one.matches(':focus')))
      .toBe(true);

    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('<script>alert(1)</script> a list?').waitFor();
    await comments.getByRole('button', { name: 'Reply to Vera' }).click();
    await comments.getByLabel('Reply to Vera').fill('Yes.');
    await comments.getByRole('button', { name: 'Reply', exact: true }).click();
    await hers.getByText('Yes.').waitFor();
    await keyboard.presses(hers.getByRole('button', { name: 'Resolve the comment by Vera' }));
    await hers.getByText('1 resolved').waitFor();
    await page.goto(`${server.url}/studio/forms`);
    await page.getByRole('rowheader', { name: /Service/ }).waitFor();
    expect(await page.getByRole('rowheader', { name: /Service/ }).textContent()).not.toContain(
      'open comment',
    );

    await keyboard.presses(hers.getByText('1 resolved'));
    await keyboard.presses(hers.getByRole('button', { name: 'Reopen the comment by Vera' }));
    await page.getByRole('rowheader', { name: /Service.*1 open comment/ }).waitFor();
    await openStudioPage(page, server.url, '/studio/forms/service?field=boat_model');
    await locateProperties(page).waitFor();
    await page.getByRole('button', { name: 'Remove field' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Comments on the form').click();
    await page.getByRole('region', { name: 'Comments on removed fields' }).getByText('a list?').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await locateField(page, 'Boat model').getByText('1 open comment').waitFor({ state: 'attached' });
  });

  it('is said to be ready by an editor by keyboard, sent back, and published with the name of who prepared it', async ({
    page,
    opens,
    server,
    expect,
  }) => {
    await createAccount(server.url, { name: 'Edda', role: 'editor' });
    const editor = await opens('/studio/forms/general?field=phone', 'Edda');
    await openStudioPage(page, server.url, '/studio/forms');
    const label = locateProperties(editor).getByLabel('Label', { exact: true });
    await label.fill('Mobile');
    await label.press('Tab');
    await awaitSaved(editor);
    const keyboard = createKeyboard(editor);
    await keyboard.presses(editor.getByRole('button', { name: 'Ready for publishing' }));
    await keyboard.types(editor.getByLabel('Message'), 'For the boat show');
    await keyboard.presses(editor.locator('main').getByRole('button', { name: 'Ready for publishing' }));
    await expect.poll(createAnnouncementReader(editor)).toBe('Those who may publish know that it is ready.');
    expect(keyboard.actions()).toBe(3);
    expect(await findAxeViolations(editor)).toEqual([]);

    const notice = page.getByRole('region', { name: 'Ready for publishing' });
    await notice.getByText('Edda says: ready for publishing').waitFor();
    await page.getByRole('button', { name: 'Publish ready' }).waitFor();
    await notice.getByRole('link', { name: 'See the changes' }).click();
    await notice.getByText('For the boat show').waitFor();
    await notice.getByText(/^Edda: \d+ changes?$/).waitFor();
    await page.getByText('Send back').first().click();
    await page.getByLabel('What is missing?').fill('German, please');
    await page.getByRole('button', { name: 'Send back' }).click();
    await editor.getByText('owner sent the draft back').waitFor();
    await editor.getByText('German, please').waitFor();

    await keyboard.presses(editor.locator('main').getByRole('button', { name: 'Ready for publishing' }));
    await page.getByText('Edda says: ready for publishing').waitFor();
    await editor.goto(`${server.url}/studio/forms/general?field=phone`);
    await locateProperties(editor).getByLabel('Label', { exact: true }).fill('Mobile number');
    await awaitSaved(editor);
    await page.goto(`${server.url}/studio/publish`);
    await page.getByText('The draft has been changed since.').waitFor();
    await page.goto(`${server.url}/studio/history`);
    await publishInStudio(page);
    await page.goto(`${server.url}/studio/history/2`);
    await page.getByText('Prepared by').waitFor();
    await page.getByText('Edda', { exact: true }).first().waitFor();
  });
});
