import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { journeysOn } from '../support/journey.ts';
import { serveHostSite } from './host-page.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

const ofPage = readDocsBlocks('embed-in-react.md');
const ofWidgets = readDocsBlocks('own-widgets.md');

/** The documents, with what docs/own-widgets.md adds to them. */
const it = journeysOn({
  documents: Object.fromEntries(
    ofWidgets.flatMap(({ marks, text }) => {
      const file = marks.add?.replace('schemas/', '');
      return file ? [[file, { ...(readFrozenDocuments()[file] as object), ...JSON.parse(text) }]] : [];
    }),
  ),
});
const example = fileURLToPath(new URL('../../examples/react-vite', import.meta.url));

/** Only the directives that docs/embed-in-react.md requires of a host's policy. */
const strictPolicy =
  ofPage
    .find(({ language }) => language === 'http')
    ?.text.replace(/^[^:]*: /, '')
    .trim() ?? '';

let host: PackageHost;
beforeAll(async () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== 'slipway');
  host = await installPackage(await buildPackage(), { also: [...named, '@rjsf/utils'] });
  cpSync(example, host.folder, { recursive: true });
});
afterAll(() => host?.remove());

describe('examples/react-vite', () => {
  it('is built from the packed package, and sends from another origin under a strict policy', async ({
    visitor,
    server,
    expect,
  }) => {
    host.write('.env', `VITE_SLIPWAY=${server.url}`);
    await host.run('node_modules/typescript/bin/tsc');
    await host.run('node_modules/vite/bin/vite.js', 'build');
    expect(strictPolicy).toContain("default-src 'none'");
    const site = await serveHostSite(host, strictPolicy.replaceAll('https://forms.example', server.url));
    try {
      await visitor.page.goto(site.origin);
      await visitor.control('name').waitFor();
      await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'react@example.com', message: 'Hello' });
      await visitor.fills({ office_location: 1 });
      await visitor.sends();
      await visitor.sees('Thank you');
      const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'react@example.com');
      expect(sent).toMatchObject({ office: 1, submissionUrl: `${site.origin}/` });
      expect((await visitor.conversion()).events).toEqual([{ enquiryType: 3 }]);
    } finally {
      await site.stop();
    }
  });

  it('is what the page about React shows', ({ expect }) => {
    const [shown] = ofPage.filter(({ language }) => language === 'tsx');
    const own = readFileSync(join(example, 'src/contact.tsx'), 'utf8');
    expect(own.replace(/^const server.*$/m, "const server = 'http://localhost:4000';")).toBe(shown?.text);
  });

  it('draws widgets of the host, as the page about them shows', async ({ visitor, server, expect }) => {
    const [gauge, contact] = ofWidgets.filter(({ language }) => language === 'tsx');
    host.write('src/gauge.tsx', gauge?.text ?? '');
    host.write('src/contact.tsx', contact?.text.replaceAll('http://localhost:4000', server.url) ?? '');
    await host.run('node_modules/typescript/bin/tsc');
    await host.run('node_modules/vite/bin/vite.js', 'build');
    const site = await serveHostSite(host);
    try {
      await visitor.page.goto(site.origin);
      const slider = visitor.page.getByRole('slider', { name: /Engine hours/ });
      await slider.focus();
      await visitor.page.keyboard.press('ArrowRight');
      expect(await slider.inputValue()).toBe('1');
    } finally {
      await site.stop();
      cpSync(join(example, 'src'), join(host.folder, 'src'), { recursive: true });
    }
  });

  it('says in the console why there is no form, and leads to the form’s own page', async ({
    visitor,
    expect,
  }) => {
    visitor.expectsTrouble();
    host.write('.env', 'VITE_SLIPWAY=http://localhost:1');
    await host.run('node_modules/vite/bin/vite.js', 'build');
    const site = await serveHostSite(host);
    try {
      await visitor.page.goto(site.origin);
      await visitor.page.getByRole('link', { name: 'Write to us' }).waitFor();
      await expect.poll(() => visitor.troubles.join('\n')).toContain('does not answer this page');
    } finally {
      await site.stop();
    }
  });
});
