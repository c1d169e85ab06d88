import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { formScripts } from '../support/intent.ts';
import { interceptSends } from '../support/sends.ts';
import { findMailedLink, it, saveAnswers, savedBoat } from './saved-answers-journey.ts';

describe('answers that a visitor saves', () => {
  it('are there on another device, to the last keystroke, and the link leaves the address', async ({
    visitor,
    newVisitor,
    server,
    expect,
  }) => {
    await visitor.visits('/part-exchange');
    await visitor.fills(savedBoat);
    await visitor.control('address').pressSequentially('Quay 1, Fal');
    await saveAnswers(visitor, 'ada@example.com');
    await visitor.sees(/on its way to .?ada@example\.com.?\. It works until .+20\d\d/);
    await expect
      .poll(() => visitor.announcements())
      .toContainEqual(expect.stringMatching(/on its way to .?ada@example\.com/));
    const link = new URL(await findMailedLink('ada@example.com', server));
    const other = await newVisitor();
    await other.visits(link.pathname + link.search);
    await other.sees('Your answers are back.');
    const saved = { ...savedBoat, address: 'Quay 1, Fal' };
    await expect.poll(() => other.readValues(...Object.keys(saved))).toEqual(saved);
    await expect.poll(() => other.page.url()).not.toContain('resume');
    await other.reloads();
    await expect.poll(() => other.readValues(...Object.keys(saved))).toEqual(saved);
  });

  it('are saved by Enter in the panel, and not sent, while the form is being hydrated', async ({
    visitor,
    expect,
  }) => {
    const { page } = visitor;
    const sends = await interceptSends(visitor);
    const scripts = await delayScripts(visitor, formScripts);
    await page.goto('/part-exchange');
    await page.getByText('Save and return later').click();
    await page.getByRole('textbox', { name: 'Email address for the link' }).fill('enter@example.com');
    await page.keyboard.press('Enter');
    await scripts.letGo();
    await visitor.sees(/on its way to .?enter@example\.com/);
    expect([sends, await visitor.invalidFields()]).toEqual([[], []]);
  });
});
