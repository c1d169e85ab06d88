import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#engine';
import type { Patch } from '#engine/editing/index.ts';
import type { ChangeAnswer, DraftView, ReportView, StudioEvent } from '../../src/api/studio.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { studioPassword } from '../support/studio-password.ts';
import { ownPage, signInTo } from '../support/studio-session.ts';

const changes = 50;

/** Names that no document contains, or that every object has. */
const strangeNames = [
  'constructor',
  'toString',
  '',
  ' ',
  'a/b',
  '~1',
  'x'.repeat(300),
  'properties',
  '$ref',
  'if',
];

/** Sets, adds or removes one property of a document, with or without its current value. */
const slip = fc
  .record({
    file: fc.nat(),
    steps: fc.array(fc.nat(), { maxLength: 6 }),
    name: fc.option(fc.constantFrom(...strangeNames)),
    after: fc.option(
      fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('{', '<b>', '((a+)+)+$', -1, 1e300)),
      {
        nil: undefined,
      },
    ),
    isKnowing: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  })
  .map(({ file, steps, name, after, isKnowing }) => (documents: DraftView['documents']): Patch => {
    const files = Object.keys(documents).filter((one) => !one.startsWith('meta/'));
    const chosen = files[file % files.length] ?? '';
    const path: string[] = [];
    let node = documents[chosen] as Json | undefined;
    for (const step of steps) {
      const keys = keysOf(node);
      if (keys.length === 0) break;
      const key = keys[step % keys.length] ?? '';
      path.push(key);
      node = memberOf(node, key);
    }
    if (name !== null) {
      path.push(name);
      node = memberOf(node, name);
    }
    const before = isKnowing ? node : 'something else';
    return {
      file: chosen,
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after: after as Json }),
    };
  });

function keysOf(node: Json | undefined): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Array.isArray(node) ? node.map(nameOf).filter((name) => name !== '') : Object.keys(node);
}

function nameOf(item: Json): string {
  const { id, key, name } = Object(item);
  return String(id ?? key ?? name ?? '');
}

function memberOf(node: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(node)) return node.find((item) => nameOf(item) === key);
  return Object.hasOwn(Object(node), key) ? (node as { readonly [name: string]: Json })[key] : undefined;
}

describe('the studio', () => {
  it('stands whatever is done to a draft, and says what is wrong with it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-hostile-studio-'));
    const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
    let server = await startServerProcess({ env });
    let { cookie, hears } = await signIn(server);
    const get = async <Answer>(path: string) =>
      (await (await fetch(`${server.url}/studio/api/${path}`, { headers: { cookie } })).json()) as Answer;
    const take = async (patches: readonly Patch[]) => {
      const { draft } = await get<DraftView>('draft');
      const response = await fetch(`${server.url}/studio/api/changes`, {
        method: 'POST',
        headers: { cookie, ...ownPage },
        body: JSON.stringify({
          draft,
          by: 'one',
          change: { id: crypto.randomUUID(), title: { key: 'x' }, patches },
        }),
      });
      expect([200, 400]).toContain(response.status);
      return (await response.json()) as ChangeAnswer;
    };
    for (const make of fc.sample(slip, changes)) {
      const { documents, version } = await get<DraftView>('draft');
      const patch = make(documents);
      const answer = await take([patch]);
      if (answer.kind !== 'taken') continue;
      expect(answer.change.version).toBe(version + 1);
      await expect.poll(() => hears()?.version, { message: JSON.stringify(patch) }).toBe(version + 1);
      const report = hears();
      expect(
        report?.findings.map(({ code }) => code),
        JSON.stringify(patch),
      ).not.toContain('not-checked');
      if (report?.isForm) await get('preview?site=119&placement=inline&locale=en&type=service');
      // A draft that does not compile is reverted, so that the next mutation starts from a form.
      else
        expect(await take(answer.change.inverse), JSON.stringify([patch, answer])).toMatchObject({
          kind: 'taken',
        });
    }
    const { documents } = await get<DraftView>('draft');
    await server.kill();
    server = await startServerProcess({ env });
    ({ cookie, hears } = await signIn(server));
    expect((await get<DraftView>('draft')).documents).toEqual(documents);
    expect((await fetch(`${server.url}/contact`)).status).toBe(200);
    expect(server.logged()).not.toContain('"level":"error"');
    await server.stop();
    rmSync(data, { recursive: true });
  });
});

/** Signs in and subscribes to events: `hears` returns the last report on the draft. */
async function signIn({ url }: ServerProcess) {
  const cookie = await signInTo(url);
  let last: ReportView | undefined;
  const stream = await fetch(`${url}/studio/api/events`, { headers: { cookie } });
  void (async () => {
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts.filter((one) => one.startsWith('data: '))) {
        const event: StudioEvent = JSON.parse(part.slice(6));
        if (event.kind === 'report') last = event.report;
      }
    }
  })().catch(() => undefined);
  return { cookie, hears: () => last };
}
