import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherChoice } from '#engine';
import { createCorpusSite, getCorpusPath } from '../corpus/corpus.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { parseControls } from '../support/plain-form.ts';
import { type FormPage, fetchFormPage, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

const rig = { type: 'string', maxLength: 20, examples: ['sloop', 'ketch'] };
const schema = {
  type: 'object',
  required: ['name', 'rig'],
  properties: {
    name: { type: 'string', title: 'Name' },
    rig: { ...rig, title: 'Rig' },
    ports: { type: 'array', title: 'Ports', items: { type: 'string', examples: ['Cowes', 'Poole'] } },
    crew: {
      type: 'array',
      title: 'Crew',
      items: { type: 'object', properties: { role: { ...rig, title: 'Role' } } },
    },
    service: { type: 'integer', title: 'Service', minimum: 1, maximum: 5 },
  },
};
const ui = {
  rig: { 'ui:widget': 'radio', 'ui:other': true },
  ports: { 'ui:widget': 'checkboxes', 'ui:other': true },
  crew: { items: { role: { 'ui:widget': 'select', 'ui:other': true } } },
  service: { 'ui:widget': 'rating' },
};
const texts = {
  'options.rig.sloop': 'A sloop',
  'options.rig.ketch': 'A ketch',
  'options.service.5': '5 (excellent)',
  'fields.crew.role.other': 'Another role',
};

const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
beforeAll(async () => {
  const form = { key: 'choices', about: '', drawn: [], valid: [], invalid: [], schema, ui, texts };
  server = await startServer({ ...createCorpusSite([form]), env });
});
afterAll(() => server.stop());

const path = getCorpusPath('choices');
const post = (...entries: readonly (readonly [string, string])[]) =>
  postForm(server.url, path, [['enquiry_type', '1'], ...entries]);

/** Returns the values of the checked boxes of a name, and the texts of its other controls. */
function listChosen(page: FormPage, name: string): readonly string[] {
  return parseControls(page)
    .filter((control) => control.name === name)
    .filter(({ kind, isChecked }) => (kind !== 'radio' && kind !== 'checkbox') || isChecked)
    .map(({ value }) => value);
}

describe('choices with "Other" and a rating, without scripts', () => {
  it('have a control for each choice, and one for the text', async () => {
    const controls = parseControls(await fetchFormPage(server.url, path));
    const listValues = (name: string) =>
      controls.filter((each) => each.name === name).map(({ value }) => value);
    expect(listValues('rig')).toEqual(['sloop', 'ketch', otherChoice]);
    expect(listValues('other-text rig')).toEqual(['']);
    expect(listValues('service')).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are shown again with the problem of a missing text, and what was entered', async () => {
    const page = await post(
      ['name', ''],
      ['rig', otherChoice],
      ['ports', 'Cowes'],
      ['ports', otherChoice],
      ['other-text ports', 'Yarmouth'],
      ['service', '4'],
      ['crew[0][role]', otherChoice],
    );
    expect(page.status).toBe(422);
    expect(page.html).toContain('Fill in: Rig');
    expect(page.html).toContain('Fill in: Role');
    expect(page.html).toMatch(/<option[^>]*selected[^>]*>Another role</);
    expect(listChosen(page, 'rig')).toEqual([otherChoice]);
    expect(listChosen(page, 'ports')).toEqual(['Cowes', otherChoice]);
    expect(listChosen(page, 'other-text ports')).toEqual(['Yarmouth']);
    expect(listChosen(page, 'service')).toEqual(['4']);
  });

  it('refuse a text that the schema refuses', async () => {
    const page = await post(['name', 'Ada'], ['rig', otherChoice], ['other-text rig', 'x'.repeat(21)]);
    expect(page.status).toBe(422);
    expect(listChosen(page, 'other-text rig')).toEqual(['x'.repeat(21)]);
  });

  it('arrive with the text as the value, and are mailed by their labels', async () => {
    const sent = await post(
      ['name', 'Ada'],
      ['rig', otherChoice],
      ['other-text rig', ' Schooner '],
      ['ports', 'Poole'],
      ['ports', otherChoice],
      ['other-text ports', 'Yarmouth'],
      ['crew[0][role]', otherChoice],
      ['other-text crew[0][role]', 'Cook'],
      ['service', '5'],
    );
    expect(sent.status).toBe(303);
    const record = (await server.mailsDone()).at(-1);
    const { enquiry_type: _type, ...values } = record?.values ?? {};
    expect(values).toEqual({
      name: 'Ada',
      rig: 'Schooner',
      ports: ['Poole', 'Yarmouth'],
      crew: [{ role: 'Cook' }],
      service: 5,
    });
    const mails = await readEnquiryMails(server, record?.id ?? '');
    const mail = mails.map(({ text = '' }) => text).join('\n');
    for (const part of ['Schooner', '- Yarmouth', 'Cook', '5 (excellent)']) expect(mail).toContain(part);
  });

  it('are exported with the texts as values', async () => {
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const exported = async (format: string) =>
      (await owner.ask('GET', `enquiries/export?format=${format}`)).text();
    expect(await exported('csv')).toContain(
      'Ada,Schooner,"[""Poole"",""Yarmouth""]","[{""role"":""Cook""}]",5',
    );
    expect(JSON.parse(await exported('json')).at(-1).values).toMatchObject({
      rig: 'Schooner',
      ports: ['Poole', 'Yarmouth'],
    });
  });

  it('drop a text that is chosen already', async () => {
    const sent = await post(
      ['name', 'Ada'],
      ['rig', 'ketch'],
      ['ports', 'Poole'],
      ['ports', otherChoice],
      ['other-text ports', ' Poole '],
    );
    expect(sent.status).toBe(303);
    expect((await server.enquiries()).at(-1)?.values.ports).toEqual(['Poole']);
  });

  it('drop the text of a choice that was not made', async () => {
    expect((await post(['name', 'Ada'], ['rig', 'ketch'], ['other-text rig', 'Schooner'])).status).toBe(303);
    expect((await server.enquiries()).at(-1)?.values.rig).toBe('ketch');
  });
});
