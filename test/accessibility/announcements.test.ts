import { describe } from 'vitest';
import { aPhoto } from '../support/a-photo.ts';
import { awaitUploader } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import type { Answers, Visitor } from '../support/visitor.ts';

const it = journeysOn();

const enquiry: Answers = {
  office_location: 1,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?',
};

describe.concurrent('a visitor who hears the page is told', () => {
  it('how many answers need another look, once, with focus on the first', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.sends();
    await visitor.sees('Enter your name');
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['4 answers need another look. Nothing has been sent yet.']);
    await expect.poll(() => visitor.focus()).toBe('office_location');
  });

  it('the same again when the form is sent again as it is', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.sends();
    await visitor.sees('Enter your name');
    await forget(visitor);
    await visitor.sends();
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['4 answers need another look. Nothing has been sent yet.']);
    await expect.poll(() => visitor.focus()).toBe('office_location');
  });

  it('all problems in a linked summary where there are more than two', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/contact');
    await visitor.sends();
    const summary = page.getByRole('list', { name: '4 answers need another look' });
    await summary.waitFor();
    expect(await summary.getByRole('link').count()).toBe(4);
    const [top, first] = await Promise.all([
      summary.boundingBox(),
      visitor.control('enquiry_type').boundingBox(),
    ]);
    expect(top?.y).toBeLessThan(first?.y ?? 0);
    for (const [link, field] of [
      ['Enter your message', 'message'],
      ['Enter your name', 'name'],
    ] as const) {
      await summary.getByRole('link', { name: link }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => visitor.focus()).toBe(field);
    }
  });

  it('two problems beside their fields alone', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.fills({ office_location: 1, name: 'Ada Marsh' });
    await visitor.sends();
    await visitor.sees('Enter your message');
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['2 answers need another look. Nothing has been sent yet.']);
    expect(await visitor.page.locator('.sw-summary').count()).toBe(0);
  });

  it('that the form is another, while the type keeps focus', async ({ visitor, expect }) => {
    await visitor.visits('/contact');
    await visitor.control('enquiry_type').focus();
    await visitor.chooses('enquiry_type', 8);
    await visitor.sees('Boat make');
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['The form now shows the fields for: Boat valuation.']);
    await expect.poll(() => visitor.focus()).toBe('enquiry_type');
    await visitor.chooses('enquiry_type', 3);
    await expect
      .poll(() => visitor.announcements())
      .toEqual([
        'The form now shows the fields for: Boat valuation.',
        'The form now shows the fields for: General enquiry.',
      ]);
    await expect.poll(() => visitor.focus()).toBe('enquiry_type');
  });

  it('that choices are loading, and how many came', async ({ visitor, expect }) => {
    const gate = Promise.withResolvers<void>();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => gate.promise.then(() => route.continue()));
    await visitor.chooses('enquiry_type', 9);
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['The form now shows the fields for: Events. Loading the choices for Event.']);
    await forget(visitor);
    gate.resolve();
    await expect
      .poll(() => visitor.announcements())
      .toEqual([expect.stringMatching(/^\d+ choices for Event\.$/)]);
  });

  it('that choices cannot be had, and what to do', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.chooses('enquiry_type', 9);
    await expect
      .poll(async () => (await visitor.announcements()).at(-1))
      .toContain('The choices for Event could not be loaded. You can send your message without one.');
  });

  it('of each photo that it is uploading and has arrived', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/service/falmouth');
    await awaitUploader(page);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/contact-upload', (route) => gate.promise.then(() => route.continue()));
    await page.locator('input[type="file"]').setInputFiles([await aPhoto('bow.jpg')]);
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['Uploading 1 photo. You have added the one photo that fits.']);
    await forget(visitor);
    gate.resolve();
    await expect.poll(() => visitor.announcements()).toEqual(['bow.jpg uploaded.']);
  });

  it('that the enquiry is being sent, and that it was, whatever becomes of the focus', async ({
    visitor,
    expect,
  }) => {
    const gate = Promise.withResolvers<void>();
    await visitor.visits('/contact');
    await visitor.fills(enquiry);
    await visitor.page.route('**/graphql', (route) => gate.promise.then(() => route.continue()));
    await visitor.sends();
    await expect.poll(() => visitor.announcements()).toEqual(['Sending your message.']);
    await expect.poll(() => visitor.focus()).toBe('Send message');
    gate.resolve();
    await expect
      .poll(() => visitor.announcements())
      .toEqual([
        'Sending your message.',
        expect.stringMatching(/^Thank you\. Your message is with us\. Your reference is [\w-]+\.$/),
      ]);
    const role = await visitor.page.evaluate(() => document.activeElement?.tagName);
    expect(role).toBe('H2');
  });

  it('when another try may succeed, where the server says so', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.fills(enquiry);
    await visitor.page.route('**/graphql', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '240' },
        contentType: 'application/json',
        body: '{}',
      }),
    );
    await visitor.sends();
    await visitor.sees('You can send again in 4 minutes.');
    expect((await visitor.announcements()).at(-1)).toBe('You can send again in 4 minutes.');
  });
});

function forget({ page }: Visitor): Promise<void> {
  return page.evaluate(() => {
    window.heard = [];
  });
}
