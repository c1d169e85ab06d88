import { describe } from 'vitest';
import { createKeyboard } from '../support/keyboard.ts';
import {
  createAccount,
  createAnnouncementReader,
  locateField,
  locateProperties,
  openStudioPage,
  studioJourneys,
} from '../support/studio.ts';

const it = studioJourneys();

describe('what is said about a form before it is published', () => {
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
    await comments.getByRole('textbox', { name: 'Reply to Vera' }).fill('Yes.');
    await comments.getByRole('button', { name: 'Reply', exact: true }).click();
    await hers.getByText('Yes.').waitFor();
    await keyboard.presses(hers.getByRole('button', { name: 'Resolve the comment by Vera' }));
    await hers.getByText('1 resolved').waitFor();
    await page.goto(`${server.url}/studio/forms`);
    await page.getByRole('rowheader', { name: /Service and repair service/ }).waitFor();
    expect(
      await page.getByRole('rowheader', { name: /Service and repair service/ }).textContent(),
    ).not.toContain('open comment');

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
});
