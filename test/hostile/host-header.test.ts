import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnquiryMails } from '../support/mailbox.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { buildSendDocument } from '../support/send.ts';
import { failToStart, type RunningServer, startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';
import { createJsonHeaders, sendRaw } from './support/raw.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

/** Posts JSON to an address of ours, with any host names. */
async function postAs(headers: readonly (readonly [string, string])[], target: string, value: unknown) {
  const body = JSON.stringify(value);
  const others = createJsonHeaders(body).filter(([name]) => !headers.some(([own]) => own === name));
  return sendRaw(server.url, { method: 'POST', target, headers: [...headers, ...others], body });
}

const evil = [
  ['Host', 'evil.example'],
  ['X-Forwarded-Host', 'evil.example'],
] as const;

const targetFor = async (headers: readonly (readonly [string, string])[]) => {
  const photo = { filename: 'stern.jpg', contentType: 'image/jpeg' };
  const { text } = await postAs(headers, '/api/contact-upload', photo);
  return JSON.parse(text.slice(text.indexOf('{'))) as { readonly path: string; readonly url: string };
};

describe('a Host that is not ours', () => {
  it('is in no upload target, and in no link of a mail', async () => {
    const { path, url } = await targetFor(evil);
    expect(new URL(url).origin).toBe(server.url);
    const { buffer: body, mimeType } = await createSamplePhoto('stern.jpg');
    const put = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': mimeType },
      body: new Uint8Array(body),
    });
    expect(put.status).toBe(200);

    const variables = { ...sampleEnquiry, enquiry_type: 7, office_location: '2', upload: [path] };
    const { text } = await postAs(evil, '/graphql', { query: buildSendDocument(variables), variables });
    expect(text).toContain('"success":true');
    const [record] = await server.mailsDone();
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    expect(mail?.html).toContain(`${server.url}/api/photos/`);
    expect(`${mail?.html} ${mail?.text}`).not.toContain('evil.example');
  });

  it('makes no page ours: an enquiry that names one there is judged by its site', async () => {
    const evilPage = {
      ...sampleEnquiry,
      submission_url: 'http://evil.example/offices/cornwall',
      office_location: '13',
    };
    const { text } = await postAs(evil, '/graphql', {
      query: buildSendDocument(evilPage),
      variables: evilPage,
    });
    expect(text).toContain('"success":true');
  });

  it('may be a site’s own, of which links are made', async () => {
    const { url } = await targetFor([['Host', 'www.trevarrow.example']]);
    expect(new URL(url).host).toBe('www.trevarrow.example');
  });
});

describe('SLIPWAY_PUBLIC_URL', () => {
  it.each<[string, Record<string, string>]>([
    ['others reach the server', { HOST: '0.0.0.0' }],
    ['mails are sent', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ])('is asked for as soon as %s', async (_what, env) => {
    const { code, lines } = await failToStart({ env });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^Cannot start without SLIPWAY_PUBLIC_URL: .*it must be an address/),
    ]);
  });

  it('is what links begin with, whatever a request says', async () => {
    const own = await startServer({ env: { SLIPWAY_PUBLIC_URL: 'https://www.example.com' } });
    const response = await fetch(new URL('/api/contact-upload', own.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'stern.jpg', contentType: 'image/jpeg' }),
    });
    expect(((await response.json()) as { url: string }).url).toMatch(/^https:\/\/www\.example\.com\//);
    await own.stop();
  });
});
