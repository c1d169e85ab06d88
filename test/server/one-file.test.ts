import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';

const form = JSON.parse(
  readFileSync(new URL('../../engine/templates/feedback/form.json', import.meta.url), 'utf8'),
);
const lists = ['enquiry-types.json', 'offices.json', 'yacht-models.json', 'events.json', 'frame.json'];

const oneFile: ServerOptions = {
  documents: {
    ...Object.fromEntries(Object.keys(readFrozenDocuments()).map((file) => [file, undefined])),
    'form.json': { ...form, schema: { ...form.schema, description: 'It takes two minutes.' } },
  },
  env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_CHALLENGE: 'off' },
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    ...oneFile,
    content: {
      ...Object.fromEntries(lists.map((file) => [file, undefined])),
      'sites.json': [{ id: 1, name: 'School', domain: 'school.example', email: 'hello@school.example' }],
      'pages.json': [{ path: '/feedback', site: 1, title: 'Feedback', placement: 'inline' }],
    },
  });
});
afterAll(() => server.stop());

describe('a server of a form in one file, with a site and a page', () => {
  it('shows the form without a select of its only type, and no text as a key', async () => {
    const { html } = await fetchFormPage(server.url, '/feedback');
    expect(html).toContain('How content are you?');
    expect(html).not.toMatch(/<select[^>]* name="enquiry_type"/);
    expect(html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')).not.toMatch(
      /\b(?:page|fields|options|problems|thank-you|step)\.[a-z-]/,
    );
  });

  it('has the name of the site as its header, no menu with a link to itself, and no empty footer', async () => {
    const { html } = await fetchFormPage(server.url, '/feedback');
    expect(html).toMatch(/<header.*School.*<\/header>/s);
    expect(html).not.toMatch(/<nav|<footer/);
    const missing = await (await fetch(new URL('/nothing-here', server.url))).text();
    expect(missing).toMatch(/<nav[^>]*><ul><li><a href="\/feedback">Feedback<\/a>/);
  });

  it('judges and accepts what is posted', async () => {
    const { hidden } = await fetchFormPage(server.url, '/feedback');
    const refused = await postForm(server.url, '/feedback', [...hidden, ['rating', '1']]);
    expect(refused.html).toContain('Tell us what went wrong');
    const accepted = await postForm(server.url, '/feedback', [
      ...refused.hidden,
      ['rating', '5'],
      ['went_well', 'Everything.'],
    ]);
    expect(accepted.status).toBe(303);
    const thanks = await fetchFormPage(server.url, accepted.headers.get('location') ?? '');
    expect(thanks.html).toContain('Thank you. Your feedback has arrived.');
  });

  it('accepts the list of photos, which pages of earlier releases send for every form', async () => {
    const { operation: name = 'sendContactUs' } = form.settings ?? {};
    const query = `mutation Send($upload: [String!]!) { ${name}(domain: "school.example", submission_url: "http://school.example/feedback", enquiry_type: 1, upload: $upload, rating: 5, went_well: "All.") { success } }`;
    const answer = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { upload: [] } }),
    });
    expect(await answer.json()).toMatchObject({ data: { [name]: { success: true } } });
  });
});

describe('a server of a form in one file alone', () => {
  it('shows the form under its title, once, and its description at the root, without the privacy policy of the demonstration', async () => {
    const alone = await startServer(oneFile);
    try {
      const { html, hidden } = await fetchFormPage(alone.url, '/');
      expect(html).toMatch(new RegExp(`<h1[^>]*>${form.schema.title}</h1>`));
      expect(html.match(/<h[12][^>]*>/g)).toHaveLength(1);
      expect(html).toMatch(/<p[^>]*>It takes two minutes\./);
      expect(html).toContain(`<title>${form.schema.title}</title>`);
      expect(html).not.toMatch(/site-(?:header|nav|footer|skip)|privacy-policy/);
      const missing = await (await fetch(new URL('/nothing-here', alone.url))).text();
      expect(missing).toContain(`<a href="/">${form.schema.title}</a>`);
      expect(missing).not.toMatch(/localhost|<footer/);
      expect((await fetch(new URL('/privacy-policy', alone.url))).status).toBe(404);
      const entries = [...hidden, ['rating', '5'], ['went_well', 'Everything.']] as const;
      expect((await postForm(alone.url, '/', entries)).status).toBe(303);
      expect(await alone.enquiries()).toMatchObject([{ values: { rating: 5 } }]);
    } finally {
      await alone.stop();
    }
  });
});

describe('a form in one file that names its recipient', () => {
  it('is mailed there, and no page has the address', async () => {
    const recipient = 'office@school.example';
    const mailed = await startServer({
      ...oneFile,
      documents: {
        ...oneFile.documents,
        'form.json': { ...form, settings: { ...form.settings, recipient } },
      },
    });
    try {
      expect(mailed.printed()).not.toContain('nobody receives');
      const { html, hidden } = await fetchFormPage(mailed.url, '/');
      const [part = ''] = html.match(/\/parts\/[^"]+/) ?? [];
      const sent = await (await fetch(new URL(part, mailed.url))).text();
      expect(sent).toContain('How content are you?');
      expect(html + sent).not.toContain(recipient);
      const entries = [...hidden, ['rating', '5'], ['went_well', 'Everything.']] as const;
      expect((await postForm(mailed.url, '/', entries)).status).toBe(303);
      const [enquiry] = await mailed.mailsDone();
      const [mail] = await readEnquiryMails(mailed, enquiry?.id ?? '');
      expect(mail?.to).toMatchObject([{ address: recipient }]);
      expect(mail?.text).toContain('Everything.');
    } finally {
      await mailed.stop();
    }
  });
});

describe('a server of a form in one file with a widget of its own, whose schema a page has whole', () => {
  it('shows the title of the form once', async () => {
    const own = await startServer({
      ...oneFile,
      documents: {
        ...oneFile.documents,
        'form.json': {
          ...form,
          ui: { ...form.ui, rating: { 'ui:widget': 'Stars' } },
          settings: { ...form.settings, widgetModules: { Stars: '/own/stars.js' } },
        },
      },
    });
    try {
      const { html } = await fetchFormPage(own.url, '/');
      expect(html.match(/<h[12][^>]*>[^<]*/g)?.map((tag) => tag.replace(/<.*>/, ''))).toEqual([
        form.schema.title,
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('a server of several types, of which the content lists none', () => {
  it('starts, and says that no page offers one', async () => {
    const several = await startServer({
      content: {
        ...Object.fromEntries(lists.map((file) => [file, undefined])),
        'sites.json': [{ id: 1, domain: 'school.example', email: 'hello@school.example' }],
        'pages.json': [{ path: '/', site: 1, title: null, placement: 'inline' }],
      },
    });
    try {
      expect(several.printed()).toContain('Starts, but no page offers an enquiry type: ');
      expect(several.logged()).toContain('"event":"no-type-offered"');
    } finally {
      await several.stop();
    }
  });
});
