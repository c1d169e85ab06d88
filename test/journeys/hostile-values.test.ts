import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { interceptSends, loseSend } from '../support/sends.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const script = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const template = '{{7*7}} <%= 7*7 %> %s {label} &amp; \u202Eevil';

/** Answers to a valuation, with markup in every text. */
const markup: Answers = {
  name: `${script.slice(0, 30)}"`,
  email: "o'hara+<b>@example.com",
  phone: '+44 1632 960 017',
  boat_make: script,
  boat_model: template,
  hin_number: '"><svg onload=alert(3)>',
  year: '2015',
  boat_location: "javascript:alert('4')",
  tax_paid_status: 'tax-paid',
  engine_hours: '12',
  additional_information: `${script}\n${template}\n-- \nFrom: someone@else.example`,
  address: '</textarea><script>alert(5)</script>',
  accept_term: true,
};

describe('markup in every value', () => {
  it('is text on the page, in the draft, after a failure, and in the mail', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const answers = { ...markup, email: 'markup@example.com' };
    await interceptSends(visitor, loseSend);
    await visitor.visits('/valuation?x=%3Cscript%3Ealert(6)%3C/script%3E');
    await visitor.fills({ ...answers, email: markup.email ?? '' });
    await visitor.sends();
    // The browser's own validation of addresses allows no angle brackets.
    await visitor.sees('Enter an email address in the form name@example.com');
    await visitor.fills({ email: answers.email });
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    await visitor.reloads();
    await expect
      .poll(() => visitor.readValues('boat_make', 'address'))
      .toEqual({
        boat_make: markup.boat_make,
        address: markup.address,
      });
    await visitor.sends();
    await visitor.sees('Thank you. The brokers have her details');
    await expect.poll(() => visitor.page.locator('img[src="x"], svg[onload]').count()).toBe(0);
    expect(visitor.troubles.filter((trouble) => /dialog|policy/i.test(trouble))).toEqual([]);

    const records = await server.mailsDone();
    const record = records.find(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({ ...answers, enquiry_type: 8 });
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    expect(mail?.html).not.toMatch(/<(script|img|svg)\b/i);
    expect(mail?.html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
    expect(mail?.text).toContain(script);
    // Visitors' text is indented, so that it cannot look like a label or the end of the mail.
    expect(mail?.text).toContain('\n  From: someone@else.example');
  });
});
