import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { adasAnswers, findEnquiryByReference, noScripts } from './no-scripts-journey.ts';

const it = journeysOn();

describe('a form without scripts', () => {
  it('thanks on a page of its own; neither two clicks, nor a reload, nor going back sends another one', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor(noScripts);
    const { page } = visitor;
    const answers = { ...adasAnswers, email: 'reload@example.com' };
    await page.goto('/contact');
    await visitor.fills(answers);
    await page.getByRole('button', { name: 'Send message' }).dblclick();
    const { reference } = await findEnquiryByReference(visitor, server);
    const heading = page.getByRole('heading', { name: 'Thank you. Your message is with us' });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 320, height: 480 });
    await page.reload();
    await expect
      .poll(() =>
        heading.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    await visitor.sees(reference);
    await expect.poll(() => page.title()).toMatch(/^Thank you\. Your message is with us \| /);
    await expect.poll(() => page.locator('form').count()).toBe(0);
    // The address contains the reference of the enquiry, and nothing about the visitor.
    const [note = ''] = new URL(page.url()).searchParams.get('sent')?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(note, 'base64url').toString())).toEqual([
      reference,
      3,
      '/contact',
      expect.any(Number),
    ]);
    await page.goBack();
    await expect.poll(() => visitor.readValues('name')).toBeDefined();
    const arrived = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(arrived.map(({ values }) => values)).toEqual([{ ...answers, enquiry_type: 3 }]);
  });

  it('in a dialog is a link to a page with the same form', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor(noScripts);
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto('/yachts/kerensa-46?utm_source=mail');
    await expect.poll(() => page.getByTestId('contact-form').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Contact us' }).click();
    await page.getByTestId('contact-form').waitFor();
    await expect.poll(() => page.locator('[name="enquiry_type"], [name="office_location"]').count()).toBe(0);
    await visitor.sends();
    await visitor.sees('Enter your name');
    const { office_location: _hidden, ...answers } = adasAnswers;
    await visitor.fills(answers);
    await visitor.sends();
    const { record } = await findEnquiryByReference(visitor, server);
    expect(record).toMatchObject({ office: 3, submissionUrl: '/yachts/kerensa-46' });
  });
});
