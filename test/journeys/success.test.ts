import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { meetFates } from '../support/sends.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const heading = 'Thank you. Your message is with us';

describe.concurrent('a visitor who sends an enquiry', () => {
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
    // To the pixel, as far as a page can stand between two.
    const top = () => section.evaluate((element) => Math.abs(element.getBoundingClientRect().top - 90));
    await expect.poll(top).toBeLessThan(1);
    expect(await section.getByRole('heading', { name: heading }).count()).toBe(1);
    expect(await section.locator('form').count()).toBe(0);
    expect(await violations(visitor.page)).toEqual([]);
  });

  it('with a double click sends one', async ({ visitor, server, expect }) => {
    const answers = enquiry('double');
    const sends = await meetFates(visitor);
    await visitor.visits('/contact');
    await visitor.fills(answers);
    await visitor.page.getByRole('button', { name: 'Send message' }).dblclick();
    await visitor.sees(heading);
    expect(sends).toHaveLength(1);
    expect((await server.enquiries()).filter(({ values }) => values.email === answers.email)).toHaveLength(1);
  });

  it('with the keyboard alone gets there as well', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits('/contact');
    await visitor.control('office_location').focus();
    await page.keyboard.type('Falmouth - Yard');
    for (const text of ['Ada Marsh', 'keys@example.com', '', 'Sent by hand']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await visitor.control('email').focus();
    await page.keyboard.press('Enter');
    await visitor.sees(heading);
    await expect.poll(() => visitor.conversion()).toMatchObject({ events: [{ enquiryType: 3 }] });
  });

  it('sends what the page is asked to send, in the language and with the ticket of the page', async ({
    visitor,
    server,
    expect,
  }) => {
    const sends = await meetFates(visitor);
    await visitor.visits('/contact?utm_source=mail#form');
    await visitor.fills(enquiry('headers'));
    await visitor.sends();
    await visitor.sees(heading);
    const [send] = sends;
    expect(send?.headers).toMatchObject({
      'accept-language': 'en',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      'slipway-ticket': expect.stringMatching(/^[\w.-]{50,}$/),
    });
    expect(send?.variables).toEqual({
      domain: 'www.trevarrow.example',
      submission_url: `${server.url}/contact?utm_source=mail#form`,
      upload: [],
      enquiry_type: 3,
      office_location: 1,
      name: 'Ada Marsh',
      email: 'headers@example.com',
      phone: null,
      message: 'When is the yard open?',
      interested_in: null,
      boat_make: null,
      boat_model: null,
      boat_location: null,
      hin_number: null,
      year: null,
      tax_paid_status: null,
      engine_hours: null,
      generator_hours: null,
      condition_of_boat: null,
      additional_information: null,
      address: null,
      accept_term: false,
    });
  });

  it('sends another one under another key', async ({ visitor, expect }) => {
    const sends = await meetFates(visitor);
    for (const message of ['One', 'One']) {
      await visitor.visits('/contact');
      await visitor.fills({ ...enquiry('again'), message });
      await visitor.sends();
      await visitor.sees(heading);
    }
    expect(sends).toHaveLength(2);
    expect(sends[0]?.key).not.toBe(sends[1]?.key);
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
