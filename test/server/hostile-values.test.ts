import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnquiryMails } from '../support/mailbox.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

describe('control characters and line breaks in every value', () => {
  it('stay out of the headers of the mail and do nothing in its body', async () => {
    const injected = '\r\nBcc: eve@example.com\r\n\r\nBody';
    const values = {
      enquiry_type: 3,
      office_location: 1,
      name: `Ada\r\nBcc: eve\u0000\u001b[31m\u2028\u202E`,
      email: 'controls@example.com',
      phone: null,
      message: `Line one${injected}\u0007\u0000`,
    };
    const { isSuccess, body } = await postEnquiry(server.url, {
      domain: 'www.trevarrow.example',
      submission_url: `${server.url}/contact`,
      upload: [],
      ...values,
    });
    expect(isSuccess, JSON.stringify(body)).toBe(true);
    const records = await server.mailsDone();
    const record = records.find((one) => one.values.email === values.email);
    expect(record?.values.message).toContain('Line one\nBcc: eve@example.com');
    const [mail, ...others] = await readEnquiryMails(server, record?.id ?? '');
    expect(others).toEqual([]);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to?.map(({ address }) => address)).toEqual(['yard@trevarrow.example']);
    expect(mail?.replyTo).toEqual([
      { name: expect.stringMatching(/^Ada Bcc: eve[\w [\]]*$/), address: values.email },
    ]);
    for (const { value } of mail?.headers ?? []) expect(value).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(mail?.text).not.toMatch(/[\u0000\u0007\u001b]/);
  });

  it('are refused in an address', async () => {
    const answer = await postEnquiry(server.url, {
      domain: 'www.trevarrow.example',
      submission_url: `${server.url}/contact`,
      upload: [],
      enquiry_type: 3,
      office_location: 1,
      name: 'Ada',
      email: 'ada@example.com\r\nBcc: eve@example.com',
      message: 'Hello',
    });
    expect(answer.isSuccess).toBe(false);
    expect(answer.body.errors?.[0]?.extensions?.fields).toMatchObject([
      { field: 'email', code: 'wrong-format' },
    ]);
  });
});
