import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { copyExample, type Example, getWantedVersion, isInRegistry } from './example.ts';

const it = journeysOn();

const vite = getWantedVersion('react-vite', 'vite');
const reason = `npm's registry does not give ${vite}`;
let example: Example;
let isThere: boolean;
beforeAll(async () => {
  isThere = await isInRegistry(vite);
  if (!isThere) return;
  example = await copyExample('react-vite');
  const manifest = readFileSync(join(example.folder, 'package.json'), 'utf8');
  write('package.json', manifest.replaceAll('"^19.2.0"', '"^18.3.0"'));
  await example.install();
});
afterAll(() => example?.remove());

describe('slipway/react with React 18.3', () => {
  it('is installed, passes the types, is drawn by a browser and sends', async ({
    visitor,
    server,
    expect,
    skip,
  }) => {
    skip(!isThere, reason);
    const { version } = JSON.parse(
      readFileSync(join(example.folder, 'node_modules/react/package.json'), 'utf8'),
    );
    expect(version).toMatch(/^18\.3\./);
    await example.build({ VITE_SLIPWAY: server.url });
    const site = await example.start();
    try {
      await visitor.page.goto(site.origin);
      await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'react-18@example.com', message: 'Hello' });
      await visitor.fills({ office_location: 1 });
      await visitor.sends();
      await visitor.sees('Thank you');
      const sent = (await server.enquiries()).find(
        ({ visitor: who }) => who?.email === 'react-18@example.com',
      );
      expect(sent).toMatchObject({ office: 1, submissionUrl: `${site.origin}/` });
    } finally {
      await site.stop();
    }
  });

  for (const hydrate of ['load', 'intent'])
    it(`is drawn by a server without a warning, is hydrated on ${hydrate}, keeps what was typed before, and sends`, async ({
      visitor,
      server,
      expect,
      skip,
    }) => {
      skip(!isThere, reason);
      write('draw.mjs', drawingProgram(server.url, hydrate));
      const { stdout, stderr } = await run(process.execPath, ['draw.mjs'], { cwd: example.folder });
      expect(stderr).toBe('');
      const { markup, content } = JSON.parse(stdout);
      write('src/content.json', JSON.stringify(content));
      write('src/main.tsx', hydratingProgram(hydrate));
      write(
        'index.html',
        `<!doctype html><html lang="en"><body><div id="root">${markup}</div><script type="module" src="/src/main.tsx"></script></body></html>`,
      );
      await example.build();
      const site = await example.start();
      try {
        const { page } = visitor;
        const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await isTyped;
          await route.continue();
        });
        await page.goto(site.origin, { waitUntil: 'commit' });
        const form = await page.waitForSelector('form');
        await page.locator('[name=name]').pressSequentially('Ann');
        if (hydrate === 'load') {
          // Nothing holds presses until then. One changes nothing: no page answers a post.
          await visitor.sends();
          expect(page.url()).toBe(`${site.origin}/`);
          expect(await form.evaluate(({ isConnected }) => isConnected)).toBe(true);
        }
        goOn();
        if (hydrate === 'load') await page.waitForFunction(isHydrated);
        await visitor.fills({ enquiry_type: 3, email: `${hydrate}@example.com`, message: 'Hello' });
        await visitor.fills({ office_location: 1 });
        expect(await form.evaluate(({ isConnected }) => isConnected)).toBe(true);
        await page.waitForFunction(isHydrated);
        await visitor.sends();
        await visitor.sees('Thank you');
        const sent = (await server.enquiries()).find(
          ({ visitor: who }) => who?.email === `${hydrate}@example.com`,
        );
        expect(sent).toMatchObject({ office: 1, visitor: { name: 'Ann' } });
      } finally {
        await site.stop();
      }
    });
});

const run = promisify(execFile);

/** Returns true if React has hydrated the form of the page. */
function isHydrated(): boolean {
  const form = document.querySelector('form');
  return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'));
}

function write(file: string, text: string): void {
  writeFileSync(join(example.folder, file), text);
}

/** Writes the markup of a form, and its content, as JSON. React's development build warns on stderr. */
const drawingProgram = (server: string, hydrate: string) => `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ContactFormSection, fetchForm, prepareForm } from 'slipway/react';

const content = await fetchForm({ server: '${server}', page: '/contact' });
await prepareForm(content);
const section = createElement(ContactFormSection, { content, name: 'contact', hydrate: '${hydrate}' });
console.log(JSON.stringify({ content, markup: renderToString(section) }));
`;

const hydratingProgram = (hydrate: string) => `
import { hydrateRoot } from 'react-dom/client';
import { ContactFormSection, type FormContent, prepareForm } from 'slipway/react';
import 'slipway/theme.css';
import json from './content.json';

const content = json as unknown as FormContent;
await prepareForm(content);
hydrateRoot(
  document.getElementById('root') as HTMLElement,
  <ContactFormSection content={content} name="contact" hydrate="${hydrate}" />,
  { onRecoverableError: (error) => console.error(error) },
);
`;
