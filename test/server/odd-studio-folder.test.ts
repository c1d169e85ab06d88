import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

// A wrong object in place of a studio file of an earlier release does not affect visitors, and the studio names it.

/** Objects that are no files: reading a pipe waits for a writer, and a device has no end. */
const things: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
};

it.each(Object.keys(things))('serves visitors with %s in the place of each file', async (kind) => {
  const data = createTemporaryData();
  const hash = 'a'.repeat(64);
  const studio = ['draft.jsonl', 'draft.jsonl.lock', 'installation-key.pem', 'other-installations.json'];
  const forms = [`${hash}.json`, 'standing.json'];
  for (const name of [
    ...studio.map((one) => join('studio', one)),
    ...forms.map((one) => join('forms', one)),
  ]) {
    const path = join(data, name);
    mkdirSync(dirname(path), { recursive: true });
    things[kind]?.(path);
  }
  const server = await startOnData(data);
  expect(await fetchPageStatus(server)).toBe(200);
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const messageOf = async (path: string) => {
    const response = await owner.ask('GET', path);
    const { message } = (await response.json()) as { readonly message?: string };
    return [response.status, message];
  };
  expect(await messageOf('draft')).toEqual([503, expect.stringContaining('draft.jsonl')]);
  expect(await messageOf('files?of=live')).toEqual([503, expect.stringContaining('installation-key.pem')]);
  expect(server.logged()).toMatch(/"draft-not-opened".*draft\.jsonl/);
  expect(server.logged()).toMatch(/"installation-not-read".*installation-key\.pem/);
  expect(server.logged()).toMatch(/"installation-not-read".*other-installations\.json/);
  rmSync(join(data, 'studio/draft.jsonl.lock'), { recursive: true });
  expect(await messageOf('draft')).toEqual([503, expect.stringMatching(/draft\.jsonl[^.]/)]);
  rmSync(join(data, 'studio/draft.jsonl'), { recursive: true });
  expect((await messageOf('draft'))[0]).toBe(200);
});
