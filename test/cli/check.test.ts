import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocatedFinding } from '../../src/cli/workspace/load.ts';
import { copyForms, copySmallForm, createScratchFolder, editDocument, runSlipway } from './run-cli.ts';

/** Sends service enquiries to this office. */
const sendingTo = (id: string) => (text: string) => {
  const document = JSON.parse(text);
  const when = { '==': [{ var: 'type' }, 'service'] };
  document.rules.push({ id: 'to-crm', description: 'To the CRM.', when, then: { destinations: [id] } });
  return JSON.stringify(document);
};

/** A form in one file with a mistake in each of its members. */
const form = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      rig: { type: 'string', title: 'Rig', enum: ['sloop', 'ketch'] },
      low: { type: 'integer', title: 'Low', minimum: 5, maximum: 3 },
    },
    required: ['name'],
  },
  ui: { name: { 'ui:widget': 'hidden', 'ui:autofocus': true }, nme: { 'ui:widget': 'text' } },
  rules: [
    {
      id: 'ketch',
      description: 'Ketches have a low.',
      when: { '==': [{ var: 'values.rig' }, 'ketch'] },
      then: { show: ['low'] },
    },
  ],
  texts: { en: { 'fields.nme.label': 'x' }, sv: { 'fields.rig.label': 'R' } },
  settings: { fallbackLocale: 'en' },
};

describe('slipway check of a form in one file', () => {
  it('names the file and the place in it, with the line, in every sentence', async () => {
    const cwd = createScratchFolder();
    const scenarios = { scenarios: [{ name: 'Nobody', on: { types: ['nothing'] }, expect: {} }] };
    await writeFile(join(cwd, 'club.json'), JSON.stringify(form, null, 2));
    await writeFile(join(cwd, 'club.scenarios.json'), JSON.stringify(scenarios, null, 2));
    const { out } = await runSlipway(['check', 'club.json', '--json'], { cwd });
    const { findings } = JSON.parse(out) as { readonly findings: readonly LocatedFinding[] };
    expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(['club.json', 'club.scenarios.json']));
    const members = findings.map(({ pointer }) => pointer.split('/')[1]);
    expect(members).toEqual(expect.arrayContaining(['schema', 'ui', 'rules', 'texts']));
    for (const { line = 0, reason, code } of findings) {
      expect([code, line > 1]).toEqual([code, true]);
      expect(reason).not.toMatch(
        /(?<![\w./])(?:form|scenarios|settings|rules|ui|enquiry-types|texts\/\w+)\.json/,
      );
    }
    expect(findings.find(({ code }) => code === 'untested-effect')?.reason).toContain(
      'add one to club.scenarios.json',
    );
  });
});

describe('slipway check', () => {
  it('tells a finding with its place and the situation that shows it, ready to paste', async () => {
    const folder = await copyForms();
    const rule = {
      id: 'planted',
      description: 'A slip.',
      when: { and: [{ '==': [{ var: 'type' }, 'sales'] }, { var: 'page.inModal' }] },
      then: { hide: ['email'] },
    };
    await editDocument(folder, 'rules.json', (text) =>
      text.replace('"rules": [', `"rules": [\n${JSON.stringify(rule)},`),
    );
    const { code, out } = await runSlipway(['check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^schemas\/rules\.json:4:\d+: error required-hidden: "email" is required for "sales"/m,
    );
    const [, scenario] = /scenario for schemas\/scenarios\.json:\n {4}(\{.*\})/.exec(out) ?? [];
    await editDocument(folder, 'scenarios.json', (text) =>
      text.replace('"scenarios": [', `"scenarios": [${scenario},`),
    );
    const tested = await runSlipway(['test', 'A visitor of "sales" can send'], { cwd: folder });
    expect(tested).toMatchObject({
      code: 1,
      out: expect.stringContaining('Expected nothing for "problems.email", but it is “required”.'),
    });
  });

  it('fails for warnings only where it is strict', async () => {
    const folder = await copyForms();
    await editDocument(folder, 'fields.json', (text) =>
      text.replace('"$defs": {', '"$defs": { "spare": { "type": "string" },'),
    );
    expect(await runSlipway(['check'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringContaining('warning unused-definition'),
    });
    expect((await runSlipway(['check', '--strict'], { cwd: folder })).code).toBe(1);
  });

  it('says of our forms how many situations it visited and what the scenarios exercise', async () => {
    const { code, out } = await runSlipway(['check', '--strict']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^nothing to fix\.\n[\d,]{4,} situations visited: .*\nScenarios exercise (\d+) of \1 rules and (\d+) of \2 effects \(100 %\)\.\n$/,
    );
  });
});

describe('lists of the content', () => {
  it('are held against what is drawn well, those of offices for each site', async () => {
    const folder = await copyForms();
    const content = join(folder, 'content');
    await mkdir(content);
    const words = ['check', '--schemas', join(folder, 'schemas'), '--content', content];
    const officesOf = (site: number) =>
      Array.from({ length: 1500 }, (_, at) => ({
        id: `${site}-${at}`,
        name: `Office ${at}`,
        site: { id: site },
      }));
    const written = (offices: readonly object[]) =>
      writeFile(join(content, 'offices.json'), JSON.stringify(offices));
    await written([...officesOf(101), ...officesOf(119)]);
    expect((await runSlipway(words)).out).not.toContain('too-many-choices');
    await written([...officesOf(101), ...officesOf(101)]);
    expect((await runSlipway(words)).out).toMatch(
      /service\/schema\.json:\d+:\d+: warning too-many-choices: "office_location" of "service" offers up to 3000/,
    );
  });
});

describe('the content of a version', () => {
  /** Returns what check reports about documents below `content/`. */
  async function check(
    documents: Readonly<Record<string, unknown>>,
    files: Readonly<Record<string, unknown>> = {},
  ) {
    const folder = copySmallForm();
    const [own, content] = [join(folder, 'schemas', 'content'), join(folder, 'content')];
    await Promise.all([own, content].map((path) => mkdir(path)));
    for (const [name, value] of Object.entries(documents))
      await writeFile(join(own, name), JSON.stringify(value, null, 2));
    for (const [name, value] of Object.entries(files))
      await writeFile(join(content, name), JSON.stringify(value));
    const given = Object.keys(files).length > 0 ? ['--content', content] : [];
    const { out } = await runSlipway(['check', ...given], { cwd: folder });
    return out
      .split('\n')
      .filter((line) => line.includes('bad-content'))
      .join('\n');
  }

  it('is checked by its schemas, at the line of the mistake', async () => {
    expect(await check({ 'sources.json': { offices: { uri: 'https://cms.school.example' } } })).toMatch(
      /schemas\/content\/sources\.json:2:\d+: error bad-content: "url" is missing/,
    );
  });

  it('may name no list that cannot come from an address, and no entry that is missing', async () => {
    const site = { id: 1, domain: 'www.school.example' };
    const page = { path: '/', title: 'Home', site: 2, placement: 'inline', offices: [7] };
    const source = { url: 'https://cms.school.example', everyMinutes: 60 };
    const out = await check({
      'sites.json': [site],
      'pages.json': [page],
      'sources.json': { ofices: source },
    });
    expect(out).toMatch(/content\/pages\.json:\d+:\d+: error bad-content: no site has the id 2/);
    expect(out).toMatch(/content\/sources\.json:2:\d+: error bad-content: no list .* "ofices"/);
    // The offices are those of the folder.
    expect(out).not.toContain('no office');
  });

  it('is checked against the content folder where check is given it', async () => {
    const files = { 'sites.json': [{ id: 1, domain: 'www.school.example' }], 'offices.json': [] };
    const page = { path: '/', title: 'Home', site: 1, placement: 'inline', offices: [7] };
    const out = await check({ 'pages.json': [page] }, files);
    expect(out).toMatch(/content\/pages\.json:\d+:\d+: error bad-content: no office has the id 7/);
    const source = { url: 'https://cms.school.example', everyMinutes: 60 };
    const sourced = await check({ 'pages.json': [page], 'sources.json': { offices: source } }, files);
    expect(sourced).not.toContain('bad-content');
  });
});

describe('a site whose enquiries reach nobody', () => {
  it('is an error where check is given the content', async () => {
    const folder = copySmallForm();
    const content = join(folder, 'content');
    await mkdir(content);
    const office = { id: 2, name: 'Desk', site: { id: 1 }, email: 'desk@school.example' };
    const reported = async (site: object) => {
      await writeFile(
        join(content, 'sites.json'),
        JSON.stringify([{ id: 1, domain: 'www.school.example', ...site }]),
      );
      await writeFile(join(content, 'offices.json'), JSON.stringify([office]));
      return runSlipway(['check', '--content', content], { cwd: folder });
    };
    // The form has no office field, so that no office gets its enquiries.
    expect(await reported({})).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /error unreached-site: nobody receives the enquiries of "www\.school\.example": .*; give the site an "email"/,
      ),
    });
    expect((await reported({ email: 'hello@school.example' })).out).not.toContain('unreached');
    // Sites that were edited in the studio replace those of the folder, as on the server.
    const edited = join(folder, 'schemas/content');
    await mkdir(edited, { recursive: true });
    const writeEdited = (site: object) =>
      writeFile(
        join(edited, 'sites.json'),
        JSON.stringify([{ id: 1, domain: 'new.school.example', ...site }]),
      );
    await writeEdited({ email: 'hello@school.example' });
    expect((await reported({})).out).not.toContain('unreached');
    await writeEdited({});
    expect((await reported({ email: 'hello@school.example' })).out).toContain(
      'nobody receives the enquiries of "new.school.example"',
    );
  });
});

describe('a type that no page offers', () => {
  it('is warned of where check is given the content', async () => {
    const folder = copySmallForm();
    const content = join(folder, 'content');
    await mkdir(content);
    const site = { id: 1, domain: 'www.school.example', email: 'hello@school.example' };
    await writeFile(join(content, 'sites.json'), JSON.stringify([site]));
    const reported = async (types: readonly object[]) => {
      await writeFile(join(content, 'enquiry-types.json'), JSON.stringify(types));
      return (await runSlipway(['check', '--content', content], { cwd: folder })).out;
    };
    expect(await reported([{ id: 99, name: 'Another' }])).toMatch(
      /enquiry-types\.json:\d+:\d+: warning unoffered-type: no page of the content offers "sample"/,
    );
    expect(await reported([{ id: 1, name: 'Ours' }])).not.toContain('unoffered-type');
  });
});

describe('destinations of a rule', () => {
  it('are held against the content that check is given, and told by explain', async () => {
    const folder = await copyForms();
    const content = join(folder, 'content');
    await mkdir(content);
    const destination = { id: 'crm', kind: 'webhook', url: 'https://crm.example.com', secrets: ['env:CRM'] };
    await writeFile(join(content, 'destinations.json'), JSON.stringify([destination]));
    await editDocument(folder, 'rules.json', sendingTo('crmm'));
    const words = ['check', '--schemas', join(folder, 'schemas'), '--quiet'];
    const without = await runSlipway(words);
    expect(without.out).not.toContain('destination');
    const { code, out } = await runSlipway([...words, '--content', content]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /unknown-destination.*\n.*unknown destination "crmm"; the nearest is "crm"|unknown destination "crmm"; the nearest is "crm"/,
    );
    const reported = await runSlipway(['explain', '--schemas', join(folder, 'schemas'), '--type', 'service']);
    expect(reported.out).toMatch(/goes also to +crmm \[to-crm\]/);
  });
});
