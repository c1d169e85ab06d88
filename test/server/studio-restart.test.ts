import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionView } from '../../src/api/versions.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, type StudioSession, signInTo } from '../support/studio-session.ts';
import { changeDraftLabel, publishCurrentDraft } from './studio-draft.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };

let server: RunningServer;
let studio: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  studio = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function page(): Promise<string> {
  return (await fetch(new URL('/contact', server.url), { headers: { accept: 'text/html' } })).text();
}

describe('another server on the same data folder', () => {
  it('has the published version and the draft as they were whenever the first one ended', async () => {
    await changeDraftLabel(studio, 'Landline');
    expect(await publishCurrentDraft(studio)).toMatchObject({ kind: 'published' });
    await changeDraftLabel(studio, 'Handset');
    const [before, live] = [
      await studio.get<DraftView>('draft'),
      await studio.get<VersionView>('versions/live'),
    ];
    // A killed server leaves the same files as a running one.
    const left = mkdtempSync(join(tmpdir(), 'slipway-studio-left-'));
    cpSync(data, left, { recursive: true });
    await server.stop();
    rmSync(data, { recursive: true });
    renameSync(left, data);
    server = await startServer({ env });
    studio = createStudioSession(server.url, { cookie: studio.cookie });
    expect((await studio.get<VersionView>('versions/live')).hash).toBe(live.hash);
    expect(Object(live.documents['texts/en.json'])).toMatchObject({ 'fields.phone.label': 'Landline' });
    expect(await page()).toContain('Landline');
    const { version, documents } = await studio.get<DraftView>('draft');
    expect({ version, documents }).toEqual({ version: before.version, documents: before.documents });
  });

  it('gives way to a folder of documents that was changed since', async () => {
    await server.stop();
    const texts = readShippedDocuments()['texts/en.json'] as Record<string, string>;
    server = await startServer({
      env,
      documents: {
        ...readShippedDocuments(),
        'texts/en.json': { ...texts, 'fields.phone.label': 'Deployed phone' },
      },
    });
    expect(await page()).toContain('Deployed phone');
    studio = createStudioSession(server.url, { cookie: studio.cookie });
    expect(JSON.stringify(await studio.get<DraftView>('draft'))).toContain('Deployed phone');
  });
});
