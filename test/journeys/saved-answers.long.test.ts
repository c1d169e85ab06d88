import { describe } from 'vitest';
import { findMailedLink, it, saveAnswers, savedBoat } from './saved-answers-journey.ts';

describe('answers that a visitor saves', () => {
  it('are saved by the keyboard alone, for the address that was entered in the form', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    // Chromium logs every refusal.
    visitor.expectsTrouble();
    await visitor.visits('/part-exchange');
    await visitor.fills({ ...savedBoat, email: 'keys@example.com' });
    await page.getByRole('button', { name: 'Submit' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const field = page.getByRole('textbox', { name: 'Email address for the link' });
    await expect.poll(() => field.inputValue()).toBe('keys@example.com');
    await field.fill('keys@');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => visitor.focus()).toBe('resume-email');
    await expect
      .poll(() => visitor.description('resume-email'))
      .toContain('Enter an email address in the form');
    await field.fill('keys@example.com');
    await page.keyboard.press('Enter');
    await visitor.sees(/on its way to .?keys@example\.com/);
    expect(await findMailedLink('keys@example.com', server)).toContain('/part-exchange?resume=');
    expect(await server.enquiries()).toEqual([]);
  });

  it('stay in the form where the link cannot be sent', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/part-exchange');
    await visitor.fills(savedBoat);
    await visitor.page.route('**/api/contact-resume', (route) => route.abort());
    await saveAnswers(visitor, 'ada@example.com');
    await visitor.sees('The link could not be sent. What you typed is still here.');
    await expect.poll(() => visitor.readValues(...Object.keys(savedBoat))).toEqual(savedBoat);
  });

  it('lead to an empty form, which says why, once their time is over', async ({ visitor }) => {
    await visitor.visits('/part-exchange?resume=gone');
    await visitor.sees('This link does not work any more');
  });
});
