import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPipingContent, createPipingDocuments } from '../piping/piping-documents.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    documents: createPipingDocuments(),
    content: createPipingContent(),
    env: { SLIPWAY_RATE_LIMIT: 'off' },
  });
});
afterAll(() => server.stop());

const boat = {
  enquiry_type: '8',
  boat_make: 'Slipway',
  boat_model: 'Kestrel 38',
  year: '2015',
  boat_location: 'Lymington',
  tax_paid_status: 'tax-paid',
  engine_hours: '412',
  name: 'Edith Farrow',
  email: 'edith@example.com',
  phone: '+44 1590 555 021',
  accept_term: 'true',
};

const isolated = (text: string) => `\u2068${text}\u2069`;

function words(html: string): string {
  return html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'");
}

describe('texts that say answers, without scripts', () => {
  it('say what stands in their place before anything was answered', async () => {
    const message = words((await fetchFormPage(server.url, '/valuation')).html);
    expect(message).toContain('What should we know about her?');
    expect(message).toContain('Tell us what she is.');
    expect(message).toContain('As the meter says');
    expect(message).not.toMatch(/[\u2068\u2069]|values\./);
  });

  it('say what was posted when the page is drawn again, a choice by its name', async () => {
    const { phone: _phone, ...rest } = boat;
    const page = await postForm(server.url, '/valuation', Object.entries(rest));
    expect(page.status).toBe(422);
    const message = words(page.html);
    expect(message).toContain(`What should we know about ${isolated('Slipway')}?`);
    expect(message).toContain(
      `${isolated('Slipway')} ${isolated('Kestrel 38')}: duties done, “${isolated('Tax paid')}”.`,
    );
    expect(message).toContain(`Since ${isolated('2015')}, as the meter says`);
    expect(message).toContain(`Enter a number on which we can ask about ${isolated('Slipway')}`);
  });

  it('keep what was answered out of the title, and of the address of the thanks', async () => {
    const refused = await postForm(server.url, '/valuation', Object.entries({ ...boat, phone: '' }));
    expect(/<title>([^<]*)/.exec(refused.html)?.[1]).not.toContain('Slipway');
    const sent = await postForm(server.url, '/valuation/thanks', Object.entries(boat));
    expect(sent.status).toBe(303);
    const address = sent.headers.get('location') ?? '';
    expect(Buffer.from(address.replace(/^.*=/, ''), 'base64url').toString()).not.toContain('Slipway');
    const thanks = words((await fetchFormPage(server.url, address)).html);
    expect(thanks).toContain('We look at what you wrote.');
  });

  it('say on a step what another one asked, in its heading and not in the title of the page', async () => {
    const first = await fetchFormPage(server.url, '/valuation/steps');
    const { boat_make, boat_model, year, boat_location } = boat;
    const entries = Object.entries({ enquiry_type: '8', boat_make, boat_model, year, boat_location });
    const second = await postForm(server.url, '/valuation/steps', [...first.hidden, ...entries]);
    const message = words(second.html);
    expect(message).toContain(`The condition of ${isolated('Slipway')}`);
    expect(message).toContain(`What should we know about ${isolated('Slipway')}?`);
    const title = /<title>([^<]*)/.exec(second.html)?.[1];
    expect(title).toContain('The condition of the boat');
    expect(title).not.toContain('Slipway');
  });

  it('take an answer as text, whatever it is like', async () => {
    const boat_make = `<b>{year, select, other {x}}</b>\r\n\u202eevil\u2069 '{values.name}' constructor`;
    const page = await postForm(server.url, '/valuation', Object.entries({ ...boat, boat_make, phone: '' }));
    const shown = '&lt;b&gt;{year, select, other {x}}&lt;/b&gt; evil &#x27;{values.name}&#x27; constr';
    expect(page.html).toContain(`What should we know about ${isolated(`${shown}…`)}?`);
  });

  it('take no answer for the branch of none', async () => {
    for (const boat_make of ['empty', 'other', 'constructor', '__proto__']) {
      const page = await postForm(
        server.url,
        '/valuation',
        Object.entries({ ...boat, boat_make, phone: '' }),
      );
      expect(words(page.html)).toContain(`What should we know about ${isolated(boat_make)}?`);
    }
  });

  it('are Arabic where the page is, and an answer turns nothing around it', async () => {
    const page = await postForm(server.url, '/ar/valuation', Object.entries({ ...boat, phone: '' }));
    const message = words(page.html);
    expect(message).toContain(`ماذا نعرف عن ${isolated('Slipway')}؟`);
    expect(message).toMatch(/\u2068Slipway\u2069 \u2068Kestrel 38\u2069: \u2068[\u0600-\u06ff ]+\u2069\./);
  });
});

describe('a mail that says answers', () => {
  it('has them in its subject, on one line whatever they are like, and in its first sentence', async () => {
    const boat_make = 'Slip\r\nBcc: eve@example.com';
    await postForm(
      server.url,
      '/valuation',
      Object.entries({ ...boat, boat_make, email: 'mail@example.com' }),
    );
    const [record] = (await server.mailsDone()).filter(({ values }) => values.email === 'mail@example.com');
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    const message = isolated('Slip Bcc: eve@example.com');
    expect(mail?.subject).toBe(`${message} (${isolated('Tax paid')}), ${record?.reference}`);
    expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false);
    expect(mail?.text).toContain(`A visitor asks what ${message} is worth.`);
  });
});
