import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { type CorpusForm, createCorpusSite, getCorpusPath } from '../corpus/corpus.ts';
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import { strictPolicy } from './embed-docs.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-own-widgets-'));
copyFileSync(
  fileURLToPath(new URL('../../widgets/testing/stars.js', import.meta.url)),
  join(folder, 'stars.js'),
);
writeFileSync(join(folder, '.secret.js'), '');

const form: CorpusForm = {
  key: 'rating',
  about: 'a rating with a widget of the installation',
  drawn: ['liking', 'wish'],
  valid: [],
  invalid: [],
  schema: {
    type: 'object',
    properties: {
      liking: { type: 'integer', title: 'Liking', minimum: 1, maximum: 5 },
      wish: { type: 'integer', title: 'Wish' },
    },
  },
  ui: { liking: { 'ui:widget': 'Stars' }, wish: { 'ui:widget': 'Missing' } },
};
const site = createCorpusSite([form]);
const it = journeysOn({
  ...site,
  documents: {
    ...site.documents,
    'settings.json': {
      ...(site.documents['settings.json'] as object),
      widgetModules: { Stars: '/own/stars.js', Missing: '/own/missing.js' },
    },
  },
  env: { SLIPWAY_WIDGETS: folder },
});
const path = getCorpusPath('rating');

describe('a widget of a module', () => {
  it('is drawn on a page of the server at the first touch, under its policy, and its value is sent', async ({
    visitor,
    server,
    expect,
  }) => {
    // The other module is missing.
    visitor.expectsTrouble();
    const { page } = visitor;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${server.url}${path}`);
    expect(await page.locator('[name=liking]').getAttribute('type')).not.toBe('range');
    expect(requested).not.toContain('/own/stars.js');
    await page.locator('[name=wish]').pressSequentially('7');
    await page.locator('[name=liking][type=range]').fill('4');
    await visitor.sends();
    await visitor.sees('It has arrived');
    const sent = await server.enquiries();
    expect(sent.at(-1)).toMatchObject({ values: { liking: 4, wish: 7 } });
    expect(visitor.troubles.join('\n')).toContain('Cannot draw "wish" with the widget "Missing"');
    expect(visitor.troubles.join('\n')).not.toMatch(/Content Security Policy|Trusted/i);
  });

  it('is drawn by the element on a page of another origin, under the policy of the docs', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await openHostPage(visitor, server.url, {
      '/': {
        ...createHostPage(`<enquiry-form page="${path}"></enquiry-form>`),
        policy: `${strictPolicy}; require-trusted-types-for 'script'`,
      },
    });
    await page.locator('[name=liking][type=range]').fill('2');
    await visitor.sends();
    await visitor.sees('It has arrived');
    const sent = await server.enquiries();
    expect(sent.at(-1)).toMatchObject({ values: { liking: 2 } });
    expect(visitor.troubles.join('\n')).not.toMatch(/Content Security Policy|Trusted/i);
  });

  it('is a text input without scripts, whose value is sent', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    await visitor.page.goto(`${server.url}${path}`);
    await visitor.page.locator('[name=liking]').fill('3');
    await visitor.sends();
    await visitor.sees('It has arrived');
    expect((await server.enquiries()).at(-1)).toMatchObject({ values: { liking: 3 } });
  });

  it('is a file of the folder and of no other, which any origin may load and which is asked for anew', async ({
    server,
    expect,
  }) => {
    const { headers } = await fetch(`${server.url}/own/stars.js`);
    expect(headers.get('content-type')).toMatch(/^application\/javascript/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    for (const other of ['', '.secret.js', 'none.js', '..%2f..%2fetc%2fpasswd', '..%5cpackage.json'])
      expect([403, 404], other).toContain((await fetch(`${server.url}/own/${other}`)).status);
  });
});
