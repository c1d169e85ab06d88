import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe } from 'vitest';
import { foreignContent, foreignDocuments } from '../charter/foreign-enquiries.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';

const it = journeysOn();
const path = '/service/falmouth';

/** Kilobytes (1,000) of scripts and styles, compressed to the utmost: 1.6 of a form written by hand, RJSF's fields included (docs/decisions.md). */
const budgetKb = 105;

const client = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** What the page's head names: everything that a first visit loads until the form answers, but for what travels beside the page. */
async function namedBy({ url }: RunningServer, pagePath = path): Promise<readonly string[]> {
  const page = await (await fetch(url + pagePath)).text();
  const links = page.matchAll(/<link[^>]+rel="(?:stylesheet|modulepreload)"[^>]+href="([^"]+)"/g);
  const scripts = page.matchAll(/<script[^>]+src="([^"]+)"/g);
  const named = [...new Set([...links, ...scripts].flatMap(([, address]) => address ?? []))];
  return named.filter((address) => !address.startsWith('/parts/'));
}

/** The chunk, and all that it imports at once, of each entry of the built site's manifest. */
async function filesOf(entry: string): Promise<readonly string[]> {
  const manifest: Record<string, { file: string; css?: string[]; imports?: string[] }> = JSON.parse(
    await readFile(`${client}/.vite/manifest.json`, 'utf8'),
  );
  const found = new Set<string>();
  const add = (name: string) => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: `${name} is not in the manifest` };
    if (found.has(`/${file}`)) return;
    for (const one of [file, ...css]) found.add(`/${one}`);
    imports.forEach(add);
  };
  add(entry);
  return [...found];
}

async function compressedBytes(address: string): Promise<number> {
  return brotliCompressSync(await readFile(client + address)).length;
}

describe('a first visit', () => {
  it(`answers after at most ${budgetKb} kB of scripts and styles`, async ({ server, expect }) => {
    const files = await namedBy(server);
    const sized = await Promise.all(
      files.map(async (file) => ({ file, bytes: await compressedBytes(file) })),
    );
    const total = sized.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const list = sized.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${file}`);
    expect(total, `${total.toFixed(1)} kB are loaded first:\n${list.join('\n')}`).toBeLessThanOrEqual(
      budgetKb,
    );
  });

  it('loads first what the form takes to answer, and nothing else', async ({ server, expect }) => {
    const first = [...(await filesOf('src/site/client.tsx')), ...(await filesOf('src/site/late-styles.ts'))];
    expect([...(await namedBy(server))].sort()).toEqual([...first].sort());
    for (const later of [inside, uploader, transport, runtime])
      expect(first).not.toContain((await filesOf(later))[0]);
  });

  it('takes nothing more to change the type and to be typed into', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const first = await namedBy(server);
    await visitor.page.route(/\.js(\?|$)/, (route) => {
      const { pathname } = new URL(route.request().url());
      return first.includes(pathname) || pathname.startsWith('/parts/') ? route.continue() : route.abort();
    });
    await visitor.visits(path);
    await visitor.fills({ name: 'Ada' });
    await visitor.chooses('enquiry_type', 6);
    await visitor.control('interested_in').waitFor();
    expect(await visitor.holds('name', 'enquiry_type')).toEqual({ name: 'Ada', enquiry_type: '6' });
  });
});

const onForeign = journeysOn({ documents: foreignDocuments(), content: foreignContent() });

describe('a first visit to a form with an inside', () => {
  onForeign('is told at once of what draws that, and of the validators', async ({ server, expect }) => {
    const named = await namedBy(server, '/foreign/0');
    expect(named).toEqual(expect.arrayContaining([...(await filesOf(inside))]));
    expect(named).toEqual(expect.arrayContaining([...(await filesOf(runtime))]));
    expect(named.some((address) => address.startsWith('/forms/'))).toBe(true);
  });

  onForeign(
    'is a page without scripts while that does not come, and is taken over when it does',
    async ({ newVisitor, server, expect }) => {
      const visitor = await newVisitor();
      visitor.expectsTrouble();
      const [parts = ''] = await filesOf(inside);
      let isBlocked = true;
      await visitor.page.route(`**${parts}`, (route) => (isBlocked ? route.abort() : route.continue()));
      await visitor.page.goto(`${server.url}/foreign/0`, { waitUntil: 'networkidle' });
      const make = visitor.page.getByRole('textbox', { name: 'Make' });
      expect(await make.isVisible()).toBe(true);
      isBlocked = false;
      await make.fill('Alerion');
      await visitor.isTakenOver();
      await visitor.fills({ email: 'ada@example.com' });
      expect(await make.inputValue()).toBe('Alerion');
      expect(visitor.troubles.filter((trouble) => /hydrat/i.test(trouble))).toEqual([]);
    },
  );
});

const inside = 'widgets/nested/nested-fields.ts';
const uploader = 'widgets/photos/uploader.tsx';
const transport = 'src/contact/send/apollo-transport.ts';
const runtime = 'src/site/validator-runtime.ts';
