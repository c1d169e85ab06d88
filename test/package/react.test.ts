import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formContent } from './form-content.ts';
import { type Built, builtPackage, type Host, installedIn } from './installed.ts';

let built: Built;
let host: Host;
beforeAll(async () => {
  built = await builtPackage();
  host = await installedIn(built, { withPeers: true });
  host.write('content.json', JSON.stringify(formContent()));
  host.write('modal.json', JSON.stringify(formContent({ placement: 'modal' })));
  host.write('draw.js', drawingProgram);
});
afterAll(() => host?.remove());

describe('slipway/react', () => {
  it('is drawn by a server without a DOM', async () => {
    const page = await host.run('draw.js', 'content.json');
    expect(page).toContain('<section id="ContactFormSection" data-testid="contact-form"');
    expect(page).toContain('id="contact-form-email"');
    expect(page).toMatch(/^<div class="sw-host" lang="en" dir="ltr">/);
  });

  it('is drawn with what comes late, once that is prepared', async () => {
    expect(await host.run('draw.js', 'modal.json')).toContain('aria-haspopup="dialog"');
  });

  it('has names that a host gives, so that a server can draw two', async () => {
    const page = await host.run('draw.js', 'content.json', 'sales');
    expect(page).toContain('id="ContactFormSection-sales"');
    expect(page).toContain('id="contact-form--sales-email"');
  });

  it('draws what the host has for it until the form is there', async () => {
    host.write('waiting.js', waitingProgram);
    expect(await host.run('waiting.js')).toBe('loading <a href="/contact">Write to us</a>\n');
  });

  it('says where it belongs to a page’s part in the browser, and leaves a host’s server what that may call', () => {
    const file = (name: string) => readFileSync(join(built.folder, 'src/package', name), 'utf8');
    expect(file('react/client.js')).toMatch(/^'use client';/);
    expect(file('react.js')).not.toContain('use client');
    expect(file('react/client.js')).toContain('/* webpackIgnore: true */ /* turbopackIgnore: true */');
  });

  it('asks a server for a form, and says what that says where there is none', async () => {
    host.write('fetch.js', fetchingProgram);
    expect(JSON.parse(await host.run('fetch.js'))).toEqual({
      asked: ['/embed/v1?page=%2Fcontact&office=14', '/embed/v1?page=%2Fnone', '/embed/v1'],
      ticket: 't',
      errors: [
        'Cannot embed the form: no page is at "/none".',
        expect.stringContaining('answered what this release does not know'),
      ],
    });
  });
});

const drawingProgram = `
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ContactFormSection, prepareForm } from 'slipway/react';

const [file, name] = process.argv.slice(2);
const content = JSON.parse(readFileSync(file, 'utf8'));
await prepareForm(content);
console.log(renderToString(createElement(ContactFormSection, { content, name })));
`;

const waitingProgram = `
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ContactFormSection, useForm } from 'slipway/react';

function Page() {
  const form = useForm({ server: 'https://forms.example', page: '/contact' });
  const link = createElement('a', { href: '/contact' }, 'Write to us');
  return [form.state + ' ', createElement(ContactFormSection, { key: 'form', content: form.content }, link)];
}
console.log(renderToStaticMarkup(createElement(Page)));
`;

const fetchingProgram = `
import { createServer } from 'node:http';
import { fetchForm } from 'slipway/react';

const asked = [];
const server = createServer((request, response) => {
  asked.push(request.url);
  const isThere = !request.url.includes('none');
  response.statusCode = isThere ? 200 : 404;
  const form = { version: request.url.includes('?') ? 1 : 2, ticket: 't' };
  response.end(JSON.stringify(isThere ? form : { message: 'Cannot embed the form: no page is at "/none".' }));
});
await new Promise((resolve) => server.listen(0, resolve));
const address = { server: 'http://localhost:' + server.address().port };
const { ticket } = await fetchForm({ ...address, page: '/contact', office: 14 });
const errorOf = (form) => form.then(() => 'none', (error) => error.message);
const errors = [await errorOf(fetchForm({ ...address, page: '/none' })), await errorOf(fetchForm(address))];
server.close();
console.log(JSON.stringify({ asked, ticket, errors }));
`;
