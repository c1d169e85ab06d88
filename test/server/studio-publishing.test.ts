import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addField, addType } from '../../engine/editing/index.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, type StudioSession, signInTo } from '../support/studio-session.ts';
import { changeDraftLabel, createChange, publishCurrentDraft, sendDraftChange } from './studio-draft.ts';

let server: RunningServer;
let studio: StudioSession;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  studio = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
});

async function page(): Promise<string> {
  return (await fetch(new URL('/contact', server.url), { headers: { accept: 'text/html' } })).text();
}

describe('publishing', () => {
  it('is refused where somebody could not send, with the reason', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const { name, patches } = addField(documents, { type: 'service', kind: 'text', label: 'Berth' });
    await sendDraftChange(studio, createChange(patches));
    const { documents: added } = await studio.get<DraftView>('draft');
    const schema = added['forms/service/schema.json'] as { readonly required: readonly string[] };
    const path = ['required'];
    const hide = [{ id: 'no-berth', description: 'Nobody sees it.', then: { hide: [name] } }];
    const rules = added['rules.json'] as { readonly rules: readonly unknown[] };
    await sendDraftChange(
      studio,
      createChange([
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
    const answer = await publishCurrentDraft(studio);
    expect(answer.kind).toBe('refused');
    expect(JSON.stringify(answer)).toContain('required-hidden');
    const { changes } = await studio.get<DraftView>('draft');
    for (const { id, inverse } of changes.slice(-2).reverse())
      expect(await sendDraftChange(studio, { ...createChange(inverse), undoes: [id] })).toMatchObject({
        kind: 'taken',
      });
  });

  it('brings the draft to visitors', async () => {
    await changeDraftLabel(studio, 'Landline');
    expect(await page()).not.toContain('Landline');
    expect(await publishCurrentDraft(studio)).toMatchObject({ kind: 'published' });
    expect(await page()).toContain('Landline');
    expect(await studio.get<DraftView>('draft')).toMatchObject({ version: 0, changes: [] });
  });
});

describe('a new enquiry type', () => {
  it('is offered by every page that names no types, and can be sent, without a word of the content', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const { key, patches } = addType(documents, 'Yacht charter');
    expect(await sendDraftChange(studio, createChange(patches))).toMatchObject({ kind: 'taken' });
    expect(await publishCurrentDraft(studio)).toMatchObject({ kind: 'published' });
    expect(await page()).toMatch(/<option value="10">Yacht charter<\/option>/);
    const { documents: after } = await studio.get<DraftView>('draft');
    const types = after['enquiry-types.json'] as {
      readonly enquiryTypes: readonly { readonly key: string }[];
    };
    expect(types.enquiryTypes.at(-1)).toMatchObject({ key, names: { en: 'Yacht charter' } });
    const answer = await postEnquiry(server.url, {
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
