import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

describe('npm run dev', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ args: ['--dev'], documents: {} });
  });
  afterAll(() => server.stop());

  const page = async () => (await fetch(`${server.url}/`)).text();
  const waiting = { interval: 500 };

  it('shows the findings of the forms on the page and in the terminal, as documents are saved', async () => {
    const rules = join(server.documentsFolder ?? '', 'rules.json');
    const good = await readFile(rules, 'utf8');
    const slip = {
      id: 'slip',
      description: 'A slip.',
      when: { var: 'page.inModal' },
      then: { hide: ['email'] },
    };
    await writeFile(rules, good.replace('"rules": [', `"rules": [\n${JSON.stringify(slip)},`));
    await expect
      .poll(server.printed, waiting)
      .toMatch(/schemas\/rules\.json:4:\d+: error required-hidden: "email" is required/);
    await expect.poll(page, waiting).toContain('error required-hidden');

    await writeFile(rules, good.replace('"rules": [', '"rules": [,'));
    await expect.poll(page, waiting).toContain('error malformed-json');

    await writeFile(rules, good);
    await expect.poll(page, waiting).not.toContain('slipway-findings');
    expect(server.printed()).toContain('The forms are valid again');
  });
});
