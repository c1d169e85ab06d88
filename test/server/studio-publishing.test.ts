import { appendFileSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addField, addType } from '../../engine/editing/index.ts';
import type { DraftView } from '../../src/studio/protocol.ts';
import type { VersionView } from '../../src/studio/protocol-versions.ts';
import { shippedDocuments } from '../support/forms.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { type StudioSession, sessionWith, signInTo } from '../support/studio-session.ts';
import { changeOf, publish, relabel, take } from './studio-draft.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };

let server: RunningServer;
let studio: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  studio = sessionWith(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function page(): Promise<string> {
  return (await fetch(new URL('/contact', server.url), { headers: { accept: 'text/html' } })).text();
}

describe('publishing', () => {
  it('is refused where somebody could not send, with the reason', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const { name, patches } = addField(documents, { type: 'service', kind: 'text', label: 'Berth' });
    await take(studio, changeOf(patches));
    const { documents: added } = await studio.get<DraftView>('draft');
    const schema = added['forms/service/schema.json'] as { readonly required: readonly string[] };
    const path = ['required'];
    const hide = [{ id: 'no-berth', description: 'Nobody sees it.', then: { hide: [name] } }];
    const rules = added['rules.json'] as { readonly rules: readonly unknown[] };
    await take(
      studio,
      changeOf([
        {
          file: 'forms/service/schema.json',
          path,
          before: [...schema.required],
          after: [...schema.required, name],
        },
        {
          file: 'rules.json',
          path: ['rules'],
          before: rules.rules as never,
          after: [...rules.rules, ...hide] as never,
        },
      ]),
    );
    const answer = await publish(studio);
    expect(answer.kind).toBe('refused');
    expect(JSON.stringify(answer)).toContain('required-hidden');
    const { changes } = await studio.get<DraftView>('draft');
    for (const { id, inverse } of changes.slice(-2).reverse())
      expect(await take(studio, { ...changeOf(inverse), undoes: [id] })).toMatchObject({ kind: 'taken' });
  });

  it('brings the draft to visitors', async () => {
    await relabel(studio, 'Landline');
    expect(await page()).not.toContain('Landline');
    expect(await publish(studio)).toMatchObject({ kind: 'published' });
    expect(await page()).toContain('Landline');
    expect(await studio.get<DraftView>('draft')).toMatchObject({ version: 0, changes: [] });
  });
});

describe('a new enquiry type', () => {
  it('is offered by every page that names no types, and can be sent, without a word of the content', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const { key, patches } = addType(documents, 'Yacht charter');
    expect(await take(studio, changeOf(patches))).toMatchObject({ kind: 'taken' });
    expect(await publish(studio)).toMatchObject({ kind: 'published' });
    expect(await page()).toMatch(/<option value="10">Yacht charter<\/option>/);
    const { documents: after } = await studio.get<DraftView>('draft');
    const types = after['enquiry-types.json'] as {
      readonly enquiryTypes: readonly { readonly key: string }[];
    };
    expect(types.enquiryTypes.at(-1)).toMatchObject({ key, names: { en: 'Yacht charter' } });
    const answer = await send(server.url, {
      domain: 'www.trevarrow.example',
      submission_url: new URL('/contact', server.url).href,
      upload: [],
      enquiry_type: 10,
      name: 'Ann Berry',
      email: 'charter@example.com',
      office_location: '1',
    });
    expect(answer.body).toMatchObject({ data: { sendContactUs: { success: true } } });
  });
});

describe('another server on the same data folder', () => {
  it('has the published version and the draft as they were whenever the first one ended, and half a line is nothing', async () => {
    await relabel(studio, 'Handset');
    const [before, live] = [
      await studio.get<DraftView>('draft'),
      await studio.get<VersionView>('versions/live'),
    ];
    // What a server that is killed leaves behind is what lies there while it runs.
    const left = mkdtempSync(join(tmpdir(), 'slipway-studio-left-'));
    cpSync(data, left, { recursive: true });
    await server.stop();
    rmSync(data, { recursive: true });
    renameSync(left, data);
    appendFileSync(join(data, 'studio/draft.jsonl'), '{"id":"torn","version":99,"pat');
    server = await startServer({ env });
    studio = sessionWith(server.url, { cookie: studio.cookie });
    expect((await studio.get<VersionView>('versions/live')).hash).toBe(live.hash);
    expect(await page()).toContain(String(Object(live.documents['texts/en.json'])['fields.phone.label']));
    const { version, documents } = await studio.get<DraftView>('draft');
    expect({ version, documents }).toEqual({ version: before.version, documents: before.documents });
  });

  it('gives way to a folder of documents that was changed since', async () => {
    await server.stop();
    const texts = shippedDocuments()['texts/en.json'] as Record<string, string>;
    server = await startServer({
      env,
      documents: {
        ...shippedDocuments(),
        'texts/en.json': { ...texts, 'fields.phone.label': 'Deployed phone' },
      },
    });
    expect(await page()).toContain('Deployed phone');
    expect(readFileSync(join(data, 'studio/draft.jsonl'), 'utf8')).toContain('Deployed phone');
  });
});
