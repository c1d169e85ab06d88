import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { interceptSends } from '../support/sends.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();

const heading = 'Thank you. Your message is with us';

describe('a visitor who sends an enquiry', () => {
  it('sees the thank-you panel come to 90 px below the top, its heading in focus', async ({
    visitor,
    expect,
  }) => {
    const section = visitor.page.getByTestId('contact-form');
    await visitor.visits('/contact');
    await visitor.fills(enquiry('scroll'));
    await visitor.sends();
    await visitor.sees(heading);
    await expect.poll(() => visitor.focus()).toBe(heading);
    // To the pixel: the page may be between two pixels.
    const top = () => section.evaluate((element) => Math.abs(element.getBoundingClientRect().top - 90));
    await expect.poll(top).toBeLessThan(1);
    await expect.poll(() => section.getByRole('heading', { name: heading }).count()).toBe(1);
    await expect.poll(() => section.locator('form').count()).toBe(0);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
  });

  it('sends what the page is asked to send, in the language and with the ticket of the page', async ({
    visitor,
    server,
    expect,
  }) => {
    const sends = await interceptSends(visitor);
    await visitor.visits('/contact?utm_source=mail#form');
    await visitor.fills(enquiry('headers'));
    await visitor.sends();
    await visitor.sees(heading);
    const [send] = sends;
    expect(send?.headers).toMatchObject({
      'accept-language': 'en-GB',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      'slipway-ticket': expect.stringMatching(/^[\w.-]{50,}$/),
    });
    expect(send?.variables).toMatchObject({
      domain: 'www.trevarrow.example',
      submission_url: `${server.url}/contact?utm_source=mail#form`,
      email: 'headers@example.com',
    });
  });
});

function enquiry(marker: string): Answers {
  return {
    office_location: 1,
    name: 'Ada Marsh',
    email: `${marker}@example.com`,
    message: 'When is the yard open?',
  };
}
