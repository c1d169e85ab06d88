import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbedData } from '../../src/site/embed/embed-data.ts';
import { readRawDemoContent } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const frozen = readFrozenDocuments() as Record<string, Record<string, unknown>>;
const generalUi = 'forms/general/ui.json';
const pages = readRawDemoContent()['pages.json'];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    documents: {
      [generalUi]: { ...frozen[generalUi], 'ui:capacity': { count: 3, since: '2020-01-01', perSite: true } },
      'texts/en.json': { ...frozen['texts/en.json'], 'forms.general.full': 'All places are taken.' },
    },
    content: {
      'pages.json': pages.map((page) => (page.path === '/contact' ? { ...page, enquiryTypes: [3] } : page)),
    },
    env: { SLIPWAY_RATE_LIMIT: 'off' },
  });
});
afterAll(() => server.stop());

const ann = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://elsewhere.example/',
  upload: [],
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};

describe('a form that accepts three enquiries for each site', () => {
  it('refuses the next one by name, of those that arrive at once too, and offers the form no more', async () => {
    const opened = await fetchFormPage(server.url, '/contact');
    expect(opened.html).toContain('name="message"');

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => postEnquiry(server.url, ann, { headers: { 'accept-language': 'en' } })),
    );
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(3);
    expect(await server.enquiries()).toHaveLength(3);
    const late = answers.find(({ isSuccess }) => !isSuccess);
    expect(late?.body.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ field: 'enquiry_type', code: 'full', message: 'All places are taken.' }],
    });

    // A page that was open loses nothing of what was typed.
    const answered = await postForm(server.url, '/contact', [
      ...opened.hidden,
      ['office_location', '1'],
      ['name', 'Ben Late'],
      ['email', 'ben@example.com'],
      ['message', 'Am I too late?'],
    ]);
    expect(answered.html).toContain('All places are taken.');
    expect(findControlText(answered, 'message')).toBe('Am I too late?');

    const closed = await fetchFormPage(server.url, '/contact');
    expect(closed.html).toContain('All places are taken.');
    expect(closed.html).not.toContain('name="message"');
    const embedded = (await (await fetch(`${server.url}/embed/v1?page=/contact`)).json()) as EmbedData;
    expect(embedded.form).toMatchObject({ isShown: false, closedText: 'All places are taken.' });
    const frame = await (await fetch(`${server.url}/embed/form?page=/contact`)).text();
    expect(frame).toContain('All places are taken.');
    expect(frame).not.toContain('name="message"');

    const ofOtherSite = { ...ann, domain: 'international.trevarrow.example', office_location: undefined };
    expect((await postEnquiry(server.url, ofOtherSite)).body).toMatchObject({
      data: { sendContactUs: { success: true } },
    });
  });
});
