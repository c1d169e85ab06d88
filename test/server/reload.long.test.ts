import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ args: ['--dev'], content: {}, documents: {} });
});
afterAll(() => server.stop());

function change(folder: string | undefined, file: string, edit: (text: string) => string): () => void {
  const path = join(folder ?? '', file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, edit(before));
  return () => writeFileSync(path, before);
}

async function page(path: string): Promise<string> {
  return (await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })).text();
}

describe('in development', () => {
  it('a saved text is on the page', async () => {
    expect(await page('/contact')).toContain('Send message');
    const undo = change(server.documentsFolder, 'texts/en.json', (text) =>
      text.replace('"Send message"', '"Send it off"'),
    );
    await expect.poll(() => page('/contact')).toContain('Send it off');
    undo();
    await expect.poll(() => page('/contact')).toContain('Send message');
  });

  it('a document that does not do is told of in one line, and the last good form keeps serving', async () => {
    const undo = change(server.documentsFolder, 'rules.json', (text) =>
      text.replace('"site.isInternational"', '"site.isInternationl"'),
    );
    await expect
      .poll(server.printed)
      .toMatch(
        /^Refused.*schemas\/rules\.json:\d+:\d+ \/rules\/\d+\/when.*: unknown fact "site\.isInternationl"; the nearest is "site\.isInternational"$/m,
      );
    expect(await page('/contact')).toContain('Send message');
    undo();
    expect(server.logged()).not.toContain('"event":"refused"');
  });

  it('saved content is on the page; content that does not do is told of, and changes nothing', async () => {
    const rename = (from: string, to: string) =>
      change(server.contentFolder, 'pages.json', (text) => text.replace(from, to));
    rename('"Contact the yard"', '"Call at the yard"');
    await expect.poll(() => page('/contact')).toContain('Call at the yard');
    const undo = rename('"placement": "inline"', '"placement": "inlined"');
    await expect
      .poll(server.printed)
      .toMatch(/^Refused.*pages\.json \/0\/placement: .*the nearest is "inline"$/m);
    expect(await page('/contact')).toContain('Call at the yard');
    undo();
  });

  it('the site comes from its sources', async () => {
    expect(await page('/contact')).toContain('/src/site/client.tsx');
    const response = await fetch(new URL('/src/site/client.tsx', server.url));
    expect(response.headers.get('content-type')).toMatch(/javascript/);
  });
});
