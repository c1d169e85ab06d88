import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addField,
  addType,
  type Change,
  type Patch,
  setFieldText,
  setText,
} from '../../engine/editing/index.ts';
import type { ChangeAnswer, DraftView, PreviewView, StudioEvent } from '../../src/studio/protocol.ts';
import type { PublishAnswer, VersionView } from '../../src/studio/protocol-versions.ts';
import { shippedDocuments } from '../support/forms.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { ownPage, signInTo } from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };

let server: RunningServer;
let cookie = '';
beforeAll(async () => {
  server = await startServer({ env });
  cookie = await signIn(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(new URL(`/studio/api/${path}`, server.url), {
    method: 'POST',
    headers: { ...ownPage, cookie, ...headers },
    body: JSON.stringify(body),
  });
}

const signIn = ({ url }: RunningServer) => signInTo(url);

async function get<Answer>(path: string): Promise<Answer> {
  return (await (
    await fetch(new URL(`/studio/api/${path}`, server.url), { headers: { cookie } })
  ).json()) as Answer;
}

let last = 0;
function changeOf(patches: readonly Patch[]): Change {
  last += 1;
  return { id: `change-${last}`, title: { key: 'text' }, patches };
}

async function take(change: Change, by = 'one'): Promise<ChangeAnswer> {
  const { draft } = await get<DraftView>('draft');
  return (await (await post('changes', { draft, by, change })).json()) as ChangeAnswer;
}

async function publish(): Promise<PublishAnswer> {
  const { draft, version } = await get<DraftView>('draft');
  return (await (
    await post('publish', { draft, version, page: 'one', isWarned: true })
  ).json()) as PublishAnswer;
}

/** Hears the studio's events with a session. */
async function listen(session: string) {
  const events: StudioEvent[] = [];
  const ending = new AbortController();
  const stream = await fetch(new URL('/studio/api/events', server.url), {
    headers: { cookie: session },
    signal: ending.signal,
  });
  const over = (async () => {
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(
        ...parts.filter((part) => part.startsWith('data: ')).map((part) => JSON.parse(part.slice(6))),
      );
    }
  })().catch(() => undefined);
  const stop = async () => {
    ending.abort();
    await over;
  };
  return { events, over, stop };
}

async function page(): Promise<string> {
  return (await fetch(new URL('/contact', server.url), { headers: { accept: 'text/html' } })).text();
}

const phone = { type: 'service', field: 'phone' };
const label = (documents: DraftView['documents'], text: string) =>
  setFieldText(documents, phone, { part: 'label', locale: 'en', text, reach: 'all' });

async function relabel(text: string): Promise<void> {
  const { documents } = await get<DraftView>('draft');
  expect(await take(changeOf(label(documents, text)))).toMatchObject({ kind: 'taken' });
}

describe('the door of the studio', () => {
  it('has the strict policy, and is stored nowhere', async () => {
    for (const path of [
      '/studio',
      '/studio/forms/service',
      '/studio/api/draft',
      '/studio/preview?site=119',
    ]) {
      const { headers } = await fetch(new URL(path, server.url), { headers: { cookie } });
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'");
    }
  });
});

describe('a session', () => {
  it('that somebody ends is over for whoever has it open elsewhere, and for nobody else', async () => {
    const [mine, other] = [await signIn(server), await signIn(server)];
    const [heard, others] = [await listen(mine), await listen(other)];
    await post('sign-out', {}, { cookie: mine });
    await heard.over;
    expect(heard.events.at(-1)).toEqual({ kind: 'signed-out' });
    const again = await fetch(new URL('/studio/api/draft', server.url), { headers: { cookie: mine } });
    expect(again.status).toBe(401);
    await take(changeOf(label((await get<DraftView>('draft')).documents, 'Call us')));
    await expect.poll(() => others.events.some(({ kind }) => kind === 'change')).toBe(true);
    expect(others.events).not.toContainEqual({ kind: 'signed-out' });
    await others.stop();
  });
});

describe('a draft', () => {
  it('takes a change once, however often it arrives', async () => {
    const before = await get<DraftView>('draft');
    const change = changeOf(label(before.documents, 'Mobile'));
    const answers = await Promise.all([take(change), take(change)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'taken']);
    const after = await get<DraftView>('draft');
    expect(after.version).toBe(before.version + 1);
    expect((after.documents['texts/en.json'] as Record<string, string>)['fields.phone.label']).toBe('Mobile');
  });

  it('shows both versions where two change one thing, and overwrites neither unseen', async () => {
    const { documents } = await get<DraftView>('draft');
    const [mine, theirs] = [label(documents, 'My phone'), label(documents, 'Their phone')];
    expect(await take(changeOf(theirs), 'two')).toMatchObject({ kind: 'taken' });
    expect(await take(changeOf(mine), 'one')).toMatchObject({
      kind: 'conflict',
      conflicts: [{ patch: { after: 'My phone' }, current: 'Their phone' }],
    });
  });

  it.each([
    ['nothing', {}],
    ['no patches', { id: 'x', title: { key: 'text' }, patches: [] }],
    [
      'a file outside',
      { id: 'x', title: { key: 'text' }, patches: [{ file: '../../secret.json', path: [] }] },
    ],
    [
      'a prototype',
      { id: 'x', title: { key: 'text' }, patches: [{ file: 'ui.json', path: ['__proto__', 'x'] }] },
    ],
    [
      'a prototype in a value',
      {
        id: 'x',
        title: { key: 'text' },
        patches: [{ file: 'ui.json', path: ['x'], after: [{ y: JSON.parse('{"__proto__": {}}') }] }],
      },
    ],
    ['no path', { id: 'x', title: { key: 'text' }, patches: [{ file: 'ui.json' }] }],
  ])('takes nothing that is no change: %s', async (_what, change) => {
    const { draft, version } = await get<DraftView>('draft');
    const response = await post('changes', { draft, by: 'one', change });
    expect(response.status).toBe(400);
    expect((await get<DraftView>('draft')).version).toBe(version);
  });

  it.each([
    ['a value of 100,000 levels', 400, 'too-deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a prototype in a value', 400, undefined, '{"__proto__":{"x":1}}'],
    ['more than a request may hold', 413, undefined, `"${'x'.repeat(2_000_000)}"`],
  ])('refuses %s for good, and stands', async (_what, status, reason, value) => {
    const { draft, version } = await get<DraftView>('draft');
    const patch = `{"file":"ui.json","path":["x"],"after":${value}}`;
    const body = `{"draft":"${draft}","by":"one","change":{"id":"x","title":{"key":"text"},"patches":[${patch}]}}`;
    const response = await fetch(new URL('/studio/api/changes', server.url), {
      method: 'POST',
      headers: { ...ownPage, cookie },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(reason === undefined ? {} : { kind: 'refused', reason });
    expect((await get<DraftView>('draft')).version).toBe(version);
  });

  it('tells everybody of changes and of what is wrong with them', async () => {
    const { events, stop } = await listen(cookie);
    const { documents } = await get<DraftView>('draft');
    await take(changeOf(setText(documents, { locale: 'en', key: 'fields.phone.label' }, '{broken')));
    const report = () => events.flatMap((event) => (event.kind === 'report' ? [event.report] : [])).at(-1);
    await expect.poll(() => report()?.isForm).toBe(false);
    expect(report()?.findings[0]).toMatchObject({ severity: 'error', file: 'texts/en.json' });
    const { documents: broken } = await get<DraftView>('draft');
    await take(changeOf(label(broken, 'Telephone')));
    await expect.poll(() => report()?.isProven && report()?.isForm).toBe(true);
    expect(report()?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    await stop();
  });
});

describe('the preview', () => {
  const query = 'site=119&placement=landing&locale=en&type=service';

  it('is of the draft, also where the content has no such page', async () => {
    await relabel('Wireless');
    await expect
      .poll(async () => {
        const view = await get<PreviewView>(`preview?${query}`);
        return view.kind === 'form' && view.form.section.form.texts.en?.['fields.phone.label'];
      })
      .toBe('Wireless');
    const view = await get<PreviewView>(`preview?${query}`);
    expect(view).toMatchObject({ kind: 'form', form: { placement: 'landing', isShown: true } });
    const { form } = view as Extract<PreviewView, { kind: 'form' }>;
    const address = new URL(form.validators.replace(':type', 'service'), server.url);
    expect(await (await fetch(address, { headers: { cookie } })).text()).toContain('export');
  });

  it('is of a form that no page of the site offers, and of a situation that no page has', async () => {
    const types = async (search: string) => {
      const view = await get<PreviewView>(`preview?${search}`);
      return view.kind === 'form' ? view.form.section.enquiryTypes.map(({ id }) => id) : view;
    };
    const { content } = await get<DraftView>('draft');
    for (const placement of ['inline', 'modal', 'landing'])
      expect(
        await types(`site=${content.sites[0]?.id}&placement=${placement}&locale=en&type=service`),
      ).toContain(7);
    const example = {
      on: {
        site: '7',
        international: true,
        types: ['sales', 'valuation'],
        offices: ['palma'],
        entered: { name: 'Zoe' },
      },
    };
    const search = new URLSearchParams({
      placement: 'inline',
      locale: 'en',
      example: JSON.stringify(example),
    });
    // Valuation is excluded abroad by a rule.
    expect(await types(`${search}`)).toEqual([6]);
    expect(await get<PreviewView>(`preview?${search}`)).toMatchObject({ entered: { name: 'Zoe' } });
    search.set('example', JSON.stringify({ on: { offices: ['nowhere'] } }));
    expect(await get<PreviewView>(`preview?${search}`)).toMatchObject({
      kind: 'no-situation',
      reason: expect.stringContaining('nowhere'),
    });
  });

  it('rehearses a sending: judged, and stored nowhere', async () => {
    const { content } = await get<DraftView>('draft');
    const inline = `site=${content.sites[0]?.id}&placement=inline&locale=en`;
    const rehearse = async (values: object) => {
      const response = await fetch(new URL(`/studio/preview/graphql?${inline}`, server.url), {
        method: 'POST',
        headers: { ...ownPage, cookie },
        body: JSON.stringify({
          operationName: 'sendContactUs',
          query: `mutation sendContactUs($name: String, $email: String, $message: String) { sendContactUs(domain: "www.trevarrow.example", submission_url: "/", enquiry_type: 3, upload: [], office_location: "1", name: $name, email: $email, message: $message) { success } }`,
          variables: values,
        }),
      });
      return (await response.json()) as {
        readonly data?: unknown;
        readonly errors?: readonly { readonly extensions: unknown }[];
      };
    };
    const refused = await rehearse({ name: 'Ann', message: 'Hello' });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ fields: [{ field: 'email', code: 'required' }] });
    const good = await rehearse({ name: 'Ann', email: 'ann@example.com', message: 'Hello' });
    expect(good).toMatchObject({ data: { sendContactUs: { success: true } } });
    expect(await server.enquiries()).toEqual([]);
  });

  it('rehearses an upload: taken, and kept nowhere', async () => {
    const asked = await fetch(new URL(`/studio/preview/upload?${query}`, server.url), {
      method: 'POST',
      headers: { ...ownPage, cookie },
      body: JSON.stringify({ filename: 'boat.jpeg', contentType: 'image/jpeg' }),
    });
    const { method, url } = (await asked.json()) as { readonly method: string; readonly url: string };
    const sent = await fetch(new URL(url, server.url), {
      method,
      headers: { ...ownPage, 'content-type': 'image/jpeg', cookie },
      body: Buffer.alloc(3_000_000),
    });
    expect(sent.status).toBe(200);
    expect(
      readdirSync(join(data, 'photos'), { recursive: true }).filter((name) => `${name}`.endsWith('.jpg')),
    ).toEqual([]);
  });
});

describe('publishing', () => {
  it('is refused where somebody could not send, with the reason', async () => {
    const { documents } = await get<DraftView>('draft');
    const { name, patches } = addField(documents, { type: 'service', kind: 'text', label: 'Berth' });
    await take(changeOf(patches));
    const { documents: added } = await get<DraftView>('draft');
    const schema = added['forms/service/schema.json'] as { readonly required: readonly string[] };
    const path = ['required'];
    const hide = [{ id: 'no-berth', description: 'Nobody sees it.', then: { hide: [name] } }];
    const rules = added['rules.json'] as { readonly rules: readonly unknown[] };
    await take(
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
    const answer = await publish();
    expect(answer.kind).toBe('refused');
    expect(JSON.stringify(answer)).toContain('required-hidden');
    const { changes } = await get<DraftView>('draft');
    for (const { id, inverse } of changes.slice(-2).reverse())
      expect(await take({ ...changeOf(inverse), undoes: [id] })).toMatchObject({ kind: 'taken' });
  });

  it('brings the draft to visitors', async () => {
    await relabel('Landline');
    expect(await page()).not.toContain('Landline');
    expect(await publish()).toMatchObject({ kind: 'published' });
    expect(await page()).toContain('Landline');
    expect(await get<DraftView>('draft')).toMatchObject({ version: 0, changes: [] });
  });
});

describe('a new enquiry type', () => {
  it('is offered by every page that names no types, and can be sent, without a word of the content', async () => {
    const { documents } = await get<DraftView>('draft');
    const { key, patches } = addType(documents, 'Yacht charter');
    expect(await take(changeOf(patches))).toMatchObject({ kind: 'taken' });
    expect(await publish()).toMatchObject({ kind: 'published' });
    expect(await page()).toMatch(/<option value="10">Yacht charter<\/option>/);
    const { documents: after } = await get<DraftView>('draft');
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
    await relabel('Handset');
    const [before, live] = [await get<DraftView>('draft'), await get<VersionView>('versions/live')];
    // What a server that is killed leaves behind is what lies there while it runs.
    const left = mkdtempSync(join(tmpdir(), 'slipway-studio-left-'));
    cpSync(data, left, { recursive: true });
    await server.stop();
    rmSync(data, { recursive: true });
    renameSync(left, data);
    appendFileSync(join(data, 'studio/draft.jsonl'), '{"id":"torn","version":99,"pat');
    server = await startServer({ env });
    expect((await get<VersionView>('versions/live')).hash).toBe(live.hash);
    expect(await page()).toContain(String(Object(live.documents['texts/en.json'])['fields.phone.label']));
    const { version, documents } = await get<DraftView>('draft');
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
