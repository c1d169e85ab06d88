import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { serveHostSite } from './host-page.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

/** The configuration of Vite and the component, as docs/embed-in-react.md shows them. */
const shown = (part: string) =>
  readDocsBlocks('embed-in-react.md').find(({ text }) => text.includes(part))?.text ?? '';

/** The only directives that a page with a compiled form needs. */
const strictPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

let host: PackageHost;
beforeAll(async () => {
  const also = [
    'react',
    'react-dom',
    'vite',
    '@vitejs/plugin-react',
    'typescript',
    '@types/react',
    '@types/react-dom',
  ];
  host = await installPackage(await buildPackage(), { also });
  const html = (script: string) =>
    `<!doctype html><html lang="en"><head><title>School</title></head><body><main></main><script type="module" src="/${script}"></script></body></html>`;
  host.write('form.json', JSON.stringify(registration));
  host.write('index.html', html('main.tsx'));
  host.write('in-page.html', html('in-page.tsx'));
  host.write('vite.config.js', shown("from 'slipway/vite'").replace('plugins:', `${inputs}, plugins:`));
  host.write('registration.tsx', shown("from './form.json?slipway'"));
  host.write('main.tsx', mainProgram);
  host.write('in-page.tsx', inPageProgram);
  host.write('draw.tsx', drawingProgram);
  host.write('types.tsx', typedProgram);
  host.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.tsx'] }));
  await host.run('node_modules/typescript/bin/tsc');
  await host.run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
});
afterAll(() => host?.remove());

/** Opens a page of the host's build under a policy. `sent` has the bodies that its back end got. */
async function open(path: string, policy: string | undefined) {
  const site = await serveHostSite(host, policy);
  onTestFinished(() => site.stop());
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  const messages: string[] = [];
  const requested: string[] = [];
  const sent: string[] = [];
  tab.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
  tab.on('pageerror', (error) => messages.push(error.message));
  tab.on('request', (request) => requested.push(request.url()));
  await tab.route('**/api/registrations', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: sent.length === 1 ? 409 : 201 });
  });
  await tab.goto(`${site.origin}${path}`);
  return { tab, messages, requested, sent, origin: site.origin };
}

async function fillIn(tab: Page): Promise<void> {
  await tab.fill('[name="full_name"]', 'Ada Marsh');
  await tab.selectOption('[name="role"]', 'pupil');
  await tab.fill('[name="class"]', '7b');
}

describe('SlipwayForm', () => {
  it('sends a registration under a strict policy, without a Slipway server', async () => {
    const { tab, messages, requested, sent, origin } = await open('/', strictPolicy);
    await tab.getByRole('button', { name: 'Register' }).click();
    await tab.waitForFunction(() => document.activeElement?.getAttribute('name') === 'full_name');
    await fillIn(tab);
    await tab.getByRole('button', { name: 'Register' }).click();
    await tab.locator('.sw-error', { hasText: 'You are registered already.' }).waitFor();
    await tab.fill('[name="full_name"]', 'Bob Marsh');
    await tab.getByRole('button', { name: 'Register' }).click();
    await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(sent.map((body) => JSON.parse(body))).toEqual(
      ['Ada Marsh', 'Bob Marsh'].map((full_name) => ({ full_name, role: 'pupil', class: '7b' })),
    );
    expect(requested.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(requested.filter((url) => /\/(?:ajv|compile|apollo)/.test(url))).toEqual([]);
    // The browser reports the answer 409.
    expect(messages).toEqual([expect.stringContaining('409')]);
  });

  it('compiles its form in a page that allows that, and says what to do in one that does not', async () => {
    const allowed = await open('/in-page.html', undefined);
    await fillIn(allowed.tab);
    await allowed.tab.getByRole('button', { name: 'Register' }).click();
    await allowed.tab.getByText('Sent: {"full_name":"Ada Marsh","role":"pupil","class":"7b"}').waitFor();
    expect(allowed.messages).toEqual([]);
    const forbidden = await open('/in-page.html', strictPolicy);
    await forbidden.tab.getByRole('alert').getByText('slipway/vite').waitFor();
    expect(forbidden.messages.join('\n')).toContain("import form from './form.json?slipway'");
  });

  it('is drawn by a server from a document', async () => {
    await host.run(
      'node_modules/vite/bin/vite.js',
      'build',
      '--ssr',
      'draw.tsx',
      '--outDir',
      'drawn',
      '--logLevel',
      'error',
    );
    const page = await host.run('drawn/draw.js');
    expect(page).toContain('id="contact-form--school-full_name"');
    expect(page).toContain('value="Ada"');
  });
});

describe('slipway/vite', () => {
  it('shows saved changes and mistakes in development, and keeps what was typed', async () => {
    const server = await createServer({ root: host.folder, logLevel: 'silent', server: { port: 0 } });
    onTestFinished(() => server.close());
    await server.listen();
    const browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(server.resolvedUrls?.local[0] ?? '');
    await tab.fill('[name="full_name"]', 'Ada Marsh');
    onTestFinished(() => host.write('form.json', JSON.stringify(registration)));
    /** Saves the form as a person would: Vite's watcher ignores a change within 50 ms of another. */
    const save = async (text: string) => {
      await setTimeout(100);
      host.write('form.json', text);
    };
    await save(JSON.stringify({ ...registration, texts: { en: { 'send-message': 'Sign up' } } }));
    await tab.getByRole('button', { name: 'Sign up' }).waitFor();
    await expect.poll(() => tab.inputValue('[name="full_name"]')).toBe('Ada Marsh');
    await save('{\n  "schema": {},\n  "rule": []\n}');
    const overlay = tab.locator('vite-error-overlay');
    await overlay.getByText('form.json:3:11: unknown key "rule"; the nearest is "rules" (/rule)').waitFor();
    await save(JSON.stringify(registration));
    await tab.getByRole('button', { name: 'Register' }).waitFor();
    await expect.poll(() => overlay.count()).toBe(0);
  });
});

const registration = {
  schema: {
    type: 'object',
    required: ['full_name', 'role'],
    properties: {
      full_name: { type: 'string', title: 'Your name', maxLength: 40 },
      role: { type: 'string', title: 'You are', enum: ['pupil', 'parent'] },
      class: { type: 'string', title: 'Class' },
    },
  },
  rules: [
    {
      id: 'class-of-pupils',
      description: 'Only pupils have a class.',
      when: { '==': [{ var: 'values.role' }, 'pupil'] },
      then: { show: ['class'], require: ['class'] },
    },
  ],
  texts: { en: { 'send-message': 'Register', 'thank-you.heading': 'Thank you' } },
};

const inputs = "build: { rolldownOptions: { input: ['index.html', 'in-page.html'] } }";

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'ES2024',
  lib: ['ES2024', 'DOM'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  jsx: 'react-jsx',
  types: ['slipway/vite/client'],
};

const mainProgram = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Registration } from './registration';

createRoot(document.querySelector('main')!).render(<StrictMode><Registration /></StrictMode>);
`;

const inPageProgram = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { SlipwayForm } from 'slipway/react';
import form from './form.json';

function Page() {
  const [sent, setSent] = useState('');
  return (
    <>
      <SlipwayForm form={form} onSubmit={async (values) => setSent(JSON.stringify(values))} />
      <output>Sent: {sent}</output>
    </>
  );
}
createRoot(document.querySelector('main')!).render(<Page />);
`;

const drawingProgram = `
import { renderToString } from 'react-dom/server';
import { prepareForm, SlipwayForm } from 'slipway/react';
import form from './form.json?slipway';

await prepareForm(form);
const shown = <SlipwayForm form={form} name="school" values={{ full_name: 'Ada' }} onSubmit={async () => {}} />;
console.log(renderToString(shown));
`;

/** A program with types that a host's compiler accepts, and with mistakes that it has to refuse. */
const typedProgram = `
import { type PrecompiledForm, SlipwayForm } from 'slipway/react';
import { compile, judgeSubmitted } from 'slipway/engine';
import module from './form.json?slipway';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, guests: { type: 'integer' }, diet: { enum: ['any', 'vegan'] } },
  required: ['name'],
} as const;
const compiled = compile({ schema });
const problems = compiled.ok ? judgeSubmitted(compiled.form, { name: 'Ada' }).problems : [];

export const shown = [
  <SlipwayForm form={{ schema }} onSubmit={async ({ name, guests, diet }) => {
    const typed: [string, number | undefined, 'any' | 'vegan' | undefined] = [name, guests, diet];
    return typed.length === 3 ? problems : undefined;
  }} />,
  <SlipwayForm form={{ schema }} onSubmit={(values) => console.log(values.name)} />,
  <SlipwayForm form={module} onSubmit={console.log} />,
  // @ts-expect-error a text is no list of problems
  <SlipwayForm form={{ schema }} onSubmit={() => 'sent'} />,
  // @ts-expect-error the schema has no such field
  <SlipwayForm form={{ schema }} onSubmit={async ({ nmae }) => {}} />,
  // @ts-expect-error a response is no list of problems
  <SlipwayForm form={module} onSubmit={async (values) => fetch('/', { body: JSON.stringify(values) })} />,
  <SlipwayForm<{ readonly age: number }> form={module} onSubmit={({ age }) => [{ message: age.toFixed(1) }]} />,
  <SlipwayForm form={module as PrecompiledForm<{ age: number }>} onSubmit={async ({ age }) => { age.toFixed(); }} />,
];
`;
