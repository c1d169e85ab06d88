import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { createFormContent } from './form-content.ts';
import { buildHostSite } from './host-page.ts';
import { type BuiltPackage, buildPackage, installPackage, type PackageHost } from './installed.ts';

let built: BuiltPackage;
let host: PackageHost;
beforeAll(async () => {
  built = await buildPackage();
  host = await installPackage(built, { withPeers: true });
  host.write('content.json', JSON.stringify(createFormContent()));
  host.write('modal.json', JSON.stringify(createFormContent({ placement: 'modal' })));
  host.write('steps.json', JSON.stringify(createFormContent({ inSteps: true })));
  host.write('draw.js', drawingProgram);
});
afterAll(() => host?.remove());

/**
 * Builds a page of the host with a program, and opens it in a tab. The program's server validates nothing.
 */
async function opened(
  body: string,
  program: string,
): Promise<{ readonly origin: string; readonly tab: Page; readonly messages: readonly string[] }> {
  host.write(
    'index.html',
    `<!doctype html><html lang="en"><body>${body}<script type="module" src="/main.js"></script></body></html>`,
  );
  host.write('main.js', program);
  const site = await buildHostSite(host);
  onTestFinished(() => site.stop());
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  const messages: string[] = [];
  tab.on('console', (message) => message.type() !== 'info' && messages.push(message.text()));
  tab.on('pageerror', (error) => messages.push(error.message));
  await tab.route('https://forms.example/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export {};', headers: readable }),
  );
  return { origin: site.origin, tab, messages };
}

const readable = { 'access-control-allow-origin': '*' };

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

  it('is taken over as it was drawn, in a browser', async () => {
    const page = await host.run('draw.js', 'steps.json', 'sales');
    const [dialog, first] = [
      await host.run('draw.js', 'modal.json', 'visit'),
      await host.run('draw.js', 'content.json'),
    ];
    const { origin, tab, messages } = await opened(
      [first, page, dialog].map((one) => `<div>${one.trim()}</div>`).join(''),
      hydratingProgram,
    );
    await tab.addInitScript(() =>
      addEventListener(
        'DOMContentLoaded',
        () =>
          Object.assign(window, {
            drawn: [...globalThis.document.querySelectorAll('form, [aria-haspopup]')],
          }),
        true,
      ),
    );
    await tab.goto(origin);
    await tab.waitForFunction(() => 'isTakenOver' in window);
    await tab.fill('#contact-form-name', 'Ann');
    await tab.click('[aria-haspopup]');
    await tab.waitForSelector('dialog[open] #contact-dialog--visit');
    const isStored = await tab.evaluate(() =>
      [...globalThis.document.querySelectorAll('body > div:not(:last-of-type) form')].every(
        (one, at) => one === (window as unknown as { drawn: readonly Element[] }).drawn[at],
      ),
    );
    expect(isStored).toBe(true);
    expect(messages).toEqual([]);
  });

  it('is hydrated at a touch where its page wants that, and keeps what was typed before', async () => {
    const drawn = (await host.run('draw.js', 'content.json')).trim();
    const { origin, tab, messages } = await opened(`<div>${drawn}</div>`, hydratingOnIntentProgram);
    await tab.goto(origin);
    const section = tab.locator('.sw-host[data-hydration="waiting"]');
    await section.waitFor();
    await tab.locator('#contact-form-name').evaluate((input: HTMLInputElement) => (input.value = 'Ann'));
    await tab.locator('#contact-form-email').pressSequentially('ann@example.com');
    await tab.locator('.sw-host[data-hydration="done"]').waitFor();
    expect(await tab.inputValue('#contact-form-name')).toBe('Ann');
    expect(await tab.inputValue('#contact-form-email')).toBe('ann@example.com');
    expect(messages).toEqual([]);
  });

  it('has ids of its own where a server drew two without a name, and says what to do', async () => {
    const drawn = (await host.run('draw.js', 'content.json')).trim();
    const { origin, tab, messages } = await opened(
      `<div>${drawn}</div><div>${drawn}</div>`,
      hydratingTwoProgram,
    );
    await tab.goto(origin);
    await tab.waitForFunction(() => 'isTakenOver' in window);
    const ids = await tab.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    await tab.locator('label[for="contact-form--2-name"]').click();
    expect(await tab.evaluate(() => globalThis.document.activeElement?.id)).toBe('contact-form--2-name');
    expect(messages).toEqual([
      'A server drew two contact form sections of this page by one name, so that the second is drawn anew, without what was typed before: give each a name, as in <ContactFormSection name="sales">.',
    ]);
  });

  it('stands twice on a page that has the package twice, each with ids and values of its own', async () => {
    const modules = join(host.folder, 'node_modules');
    cpSync(join(modules, 'slipway'), join(modules, 'slipway-again'), { recursive: true });
    const { origin, tab, messages } = await opened('<div></div><div></div>', twiceProgram);
    await tab.goto(origin);
    await tab.fill('#contact-form-name', 'Ann');
    await tab.fill('#contact-form--2-name', 'Bob');
    expect(await tab.inputValue('#contact-form-name')).toBe('Ann');
    const ids = await tab.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('keeps the form, what is typed and the focus while the host asks for another', async () => {
    const { origin, tab, messages } = await opened('<div></div>', switchingProgram);
    await tab.route('https://forms.example/embed/v1?*', (route) => {
      const locale = new URL(route.request().url()).searchParams.get('locale') ?? '';
      if (locale === 'xx')
        return route.fulfill({ status: 400, json: { message: 'no language' }, headers: readable });
      return route.fulfill({ json: { ...createFormContent({ inSteps: true }), locale }, headers: readable });
    });
    await tab.goto(origin);
    await tab.fill('#contact-form-name', 'Ann');
    await tab.locator('#contact-form-email').pressSequentially('ann@exa');
    expect(messages).toEqual([]);
    await tab.evaluate(() => (window as unknown as { speak: (locale: string) => void }).speak('de'));
    await tab.waitForSelector('.sw-host[lang="de"]');
    await tab.keyboard.type('mple');
    await tab.evaluate(() => (window as unknown as { speak: (locale: string) => void }).speak('xx'));
    await tab.getByText('failed').waitFor();
    await tab.keyboard.type('.com');
    expect(await tab.inputValue('#contact-form-email')).toBe('ann@example.com');
    expect(await tab.inputValue('#contact-form-name')).toBe('Ann');
    expect(messages).toEqual([expect.stringContaining('400'), 'no language']);
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
      caches: ['no-store', 'no-store', 'no-store', 'no-store'],
      asked: ['/embed/v1?page=%2Fcontact&office=14', '/embed/v1?page=%2Fnone', '/embed/v1'],
      ticket: 't',
      errors: [
        'Cannot embed the form: there is no page at "/none".',
        expect.stringContaining('sent an answer that this release does not know'),
        expect.stringMatching(
          /^Cannot load the form: http:\/\/localhost:1 does not answer this page \(fetch failed: .+\); check/,
        ),
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

const hydratingProgram = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ContactFormSection, prepareForm } from 'slipway/react';
import 'slipway/theme.css';
import first from './content.json';
import steps from './steps.json';
import modal from './modal.json';

await Promise.all([first, steps, modal].map(prepareForm));
const onRecoverableError = (error) => console.error(error);
[first, steps, modal].forEach((content, at) => {
  const name = content === steps ? 'sales' : content === modal ? 'visit' : undefined;
  const place = document.querySelectorAll('body > div')[at];
  hydrateRoot(place, createElement(ContactFormSection, { content, name }), { onRecoverableError });
});
requestAnimationFrame(() => requestAnimationFrame(() => { window.isTakenOver = true; }));
`;

const hydratingOnIntentProgram = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ContactFormSection } from 'slipway/react';
import content from './content.json';

const onRecoverableError = (error) => console.error(error);
const section = createElement(ContactFormSection, { content, hydrate: 'intent' });
hydrateRoot(document.querySelector('body > div'), section, { onRecoverableError });
`;

const hydratingTwoProgram = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ContactFormSection, prepareForm } from 'slipway/react';
import content from './content.json';

await prepareForm(content);
const onRecoverableError = (error) => console.error(error);
for (const place of document.querySelectorAll('body > div'))
  hydrateRoot(place, createElement(ContactFormSection, { content: { ...content } }), { onRecoverableError });
requestAnimationFrame(() => requestAnimationFrame(() => { window.isTakenOver = true; }));
`;

const twiceProgram = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactFormSection as First } from 'slipway/react';
import { ContactFormSection as Second } from 'slipway-again/react';
import content from './content.json';

[First, Second].forEach((Section, at) => {
  createRoot(document.querySelectorAll('div')[at]).render(createElement(Section, { content: { ...content } }));
});
`;

const switchingProgram = `
import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactFormSection, useForm } from 'slipway/react';

function Page() {
  const [locale, setLocale] = useState('en');
  window.speak = setLocale;
  const { state, content } = useForm({ server: 'https://forms.example', page: '/contact', locale });
  return [createElement('p', { key: 'state' }, state), createElement(ContactFormSection, { key: 'form', content })];
}
createRoot(document.querySelector('div')).render(createElement(StrictMode, null, createElement(Page)));
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
const caches = [];
const fetching = globalThis.fetch;
globalThis.fetch = (url, init) => (caches.push(init.cache), fetching(url, init));
const server = createServer((request, response) => {
  asked.push(request.url);
  const isThere = !request.url.includes('none');
  response.statusCode = isThere ? 200 : 404;
  const form = { version: request.url.includes('?') ? 1 : 2, ticket: 't' };
  response.end(JSON.stringify(isThere ? form : { message: 'Cannot embed the form: there is no page at "/none".' }));
});
await new Promise((resolve) => server.listen(0, resolve));
const address = { server: 'http://localhost:' + server.address().port };
const { ticket } = await fetchForm({ ...address, page: '/contact', office: 14 });
const errorOf = (form) => form.then(() => 'none', (error) => error.message);
const errors = [await errorOf(fetchForm({ ...address, page: '/none' })), await errorOf(fetchForm(address))];
server.close();
errors.push(await errorOf(fetchForm({ server: 'http://localhost:1' })));
console.log(JSON.stringify({ asked, caches, ticket, errors }));
`;
