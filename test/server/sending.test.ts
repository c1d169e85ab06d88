import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../support/forms.ts';
import { postEnquiry, type SendAnswer, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

const types = { careers: 5, event: 9, general: 3, sales: 6, service: 7, valuation: 8 };

/** Returns the example of a valid submission in a form's schema. */
function exampleOf(key: string): SendVariables {
  const { examples } = readShippedDocuments()[`forms/${key}/schema.json`] as {
    readonly examples: readonly SendVariables[];
  };
  const { upload: _photos, ...example } = examples[0] ?? {};
  return example;
}

function sendFrom(
  path: string,
  values: SendVariables,
  headers: Record<string, string> = {},
): Promise<SendAnswer> {
  const variables = {
    domain: 'www.trevarrow.example',
    submission_url: new URL(path, server.url).href,
    upload: [],
    ...values,
  };
  return postEnquiry(server.url, variables, { headers });
}

const ann = {
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};

describe('sendContactUs', () => {
  it.each(Object.entries(types))('stores and mails an enquiry of the type %s', async (key, id) => {
    const path = key === 'careers' ? '/international/careers' : '/contact';
    const domain = key === 'careers' ? 'international.trevarrow.example' : 'www.trevarrow.example';
    const office = ['general', 'sales', 'service'].includes(key) ? { office_location: '1' } : {};
    const example: SendVariables = {
      ...exampleOf(key),
      ...(key === 'event' && { interested_in: 'Open Yard Weekend 2035' }),
    };
    const { isSuccess, body } = await sendFrom(path, { ...example, ...office, domain, enquiry_type: id });
    expect(body.errors).toBeUndefined();
    expect(isSuccess).toBe(true);

    const records = await server.mailsDone();
    const record = records.find(({ reference }) => reference === body.extensions?.reference);
    expect(record).toMatchObject({
      domain,
      submissionUrl: new URL(path, server.url).href,
      enquiryType: id,
      office: 'office_location' in office ? 1 : null,
      photos: [],
      mail: { state: 'sent', attempts: 1 },
    });
    const { office_location: _office, enquiry_type: _type, ...values } = record?.values ?? {};
    expect(values).toEqual(example);

    const mail = await mailOf(record?.id ?? '');
    expect(mail.replyTo?.[0]?.address).toBe(example.email);
    // A choice is written with its label.
    const { tax_paid_status: _status, interested_in: _interest, ...written } = example;
    for (const value of Object.values(written)) {
      if (typeof value === 'string') expect(flat(mail.text)).toContain(flat(value));
    }
  });

  it('mails every value with its label, choices by theirs', async () => {
    const { body } = await sendFrom('/contact', {
      ...exampleOf('valuation'),
      enquiry_type: 8,
      tax_paid_status: 'tax-paid',
    });
    const records = await server.mailsDone();
    const mail = await mailOf(
      records.find(({ reference }) => reference === body.extensions?.reference)?.id ?? '',
    );
    expect(flat(mail.text)).toContain('Tax status Tax paid');
    expect(flat(mail.text)).toContain('Boat valuation');
  });

  it('drops and notes the values of fields that are not shown', async () => {
    const { isSuccess, body } = await sendFrom('/contact', { ...ann, hin_number: 'GB-1' });
    expect(isSuccess).toBe(true);
    const record = (await server.enquiries()).find(
      ({ reference }) => reference === body.extensions?.reference,
    );
    expect(record?.values).not.toHaveProperty('hin_number');
  });

  it('keeps markup, control characters and line breaks as they are, and inert in the mail', async () => {
    const name = 'Ann <b>Berry</b>\u0007 Bcc: x@example.com';
    const message = '<script>alert(1)</script>\n\nRe: header: injection';
    const { body } = await sendFrom('/contact', { ...ann, name, message });
    const records = await server.mailsDone();
    const record = records.find(({ reference }) => reference === body.extensions?.reference);
    expect(record?.values).toMatchObject({ message });
    const raw = rawMailOf(record?.id ?? '');
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^Bcc:/im);
    const mail = await mailOf(record?.id ?? '');
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain('&lt;script&gt;');
  });

  it('accepts an enquiry from a page with a very long address, as links of advertisements have', async () => {
    const { isSuccess } = await sendFrom(`/contact?utm_campaign=spring&fbclid=${'A'.repeat(10_000)}`, ann);
    expect(isSuccess).toBe(true);
  });

  it('answers a repeat under the same key like the first, whether it waits or comes later', async () => {
    const headers = { 'idempotency-key': 'two clicks' };
    const before = (await server.enquiries()).length;
    const answers = await Promise.all([1, 2, 3].map(() => sendFrom('/contact', ann, headers)));
    answers.push(await sendFrom('/contact', ann, headers));
    const references = new Set(answers.map(({ body }) => body.extensions?.reference));
    expect(answers.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect([...references]).toEqual([expect.stringMatching(/^\w{3}-\w{3}-\w{3}$/)]);
    expect(await server.enquiries()).toHaveLength(before + 1);
  });

  it('refuses a key that comes with another body, at once and later', async () => {
    const headers = { 'idempotency-key': 'two bodies' };
    const [, other] = await Promise.all([
      sendFrom('/contact', ann, headers),
      sendFrom('/contact', { ...ann, name: 'Ben' }, headers),
    ]);
    const later = await sendFrom('/contact', { ...ann, name: 'Clara' }, headers);
    for (const { body } of [other, later])
      expect(body.errors?.[0]?.extensions?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('forgets the key of a refused enquiry, so that the mended one can have it', async () => {
    const headers = { 'idempotency-key': 'mended' };
    const refused = await sendFrom('/contact', { ...ann, email: 'ann' }, headers);
    const mended = await sendFrom('/contact', ann, headers);
    expect([refused.isSuccess, mended.isSuccess]).toEqual([false, true]);
  });

  it('accepts a request without the key, and does not deduplicate it', async () => {
    const before = (await server.enquiries()).length;
    await Promise.all([sendFrom('/contact', ann), sendFrom('/contact', ann)]);
    expect(await server.enquiries()).toHaveLength(before + 2);
  });
});

describe('getFutureEventTitles', () => {
  const ask = async (domain: string) => {
    const query = 'query getFutureEventTitles($domain: String!) { getFutureEventTitles(domain: $domain) }';
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ query, variables: { domain } }),
    });
    return (await response.json()) as { data?: { getFutureEventTitles: string[] } } & SendAnswer['body'];
  };

  it('gives the titles of a site that start today or later, the soonest first', async () => {
    const { data } = await ask('www.trevarrow.example');
    expect(data?.getFutureEventTitles.at(-1)).toBe('Open Yard Weekend 2035');
    expect(data?.getFutureEventTitles).not.toContain('Launch of Kerensa No. 12');
    expect(data?.getFutureEventTitles).not.toContain('Palma Viewing Days 2035');
  });

  it('names the domain that no site has', async () => {
    const { errors } = await ask('nowhere.example');
    expect(errors?.[0]?.extensions?.fields).toEqual([
      { field: 'domain', code: 'unknown-domain', message: 'No site has this domain' },
    ]);
  });
});

function rawMailOf(id: string): string {
  const folder = join(server.data, 'outbox');
  const file = readdirSync(folder).find((name) => name.includes(id));
  return readFileSync(join(folder, file ?? ''), 'utf8');
}

function mailOf(id: string) {
  return PostalMime.parse(rawMailOf(id));
}

/** A mail's text folds long lines and aligns its columns. */
function flat(text: string | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ');
}
