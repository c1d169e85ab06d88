import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSchemaErrors } from '#engine/json-schema/ajv.ts';
import { getFutureEventTitles } from '../../yard/content/event-titles.ts';
import { type Content, findSiteByDomain } from './content.ts';
import { contentFiles, contentKinds } from './content-kinds.ts';
import type { ContentRequirements } from './kind-checks.ts';
import { type LoadedContent, loadContentFolder } from './read-content.ts';

const shipped = fileURLToPath(new URL('../../../site/content', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-content-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The demonstration's content with some files replaced; a text is written as it is. */
async function readWith(files: Readonly<Record<string, unknown>>): Promise<LoadedContent> {
  await cp(shipped, folder, { recursive: true });
  for (const [file, value] of Object.entries(files))
    await writeFile(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value));
  return loadContentFolder(folder);
}

async function contentWith(files: Readonly<Record<string, unknown>>): Promise<Content> {
  const loaded = await readWith(files);
  if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
  return loaded.content;
}

describe('the schemas of content', () => {
  it('are schemas of the draft that they are read by', () => {
    expect(contentFiles).toHaveLength(11);
    for (const file of contentFiles)
      expect([file, findSchemaErrors(contentKinds[file].schema, '2020-12')]).toEqual([file, []]);
  });
});

describe('lists that are absent', () => {
  it('are empty', async () => {
    await readWith({
      'pages.json': [{ path: '/', site: 101, title: 'School', placement: 'inline' }],
    });
    const lists = ['offices.json', 'enquiry-types.json', 'yacht-models.json', 'events.json'];
    for (const file of lists) await rm(join(folder, file));
    const loaded = await loadContentFolder(folder);
    expect(loaded).toMatchObject({
      ok: true,
      content: { offices: [], enquiryTypes: [], yachtModels: [], events: [] },
    });
    await rm(join(folder, 'sites.json'));
    expect(await loadContentFolder(folder)).toEqual({
      ok: false,
      lines: [expect.stringContaining('sites.json: cannot be read (ENOENT)')],
    });
  });
});

describe('recipients', () => {
  const crane = { id: 'crane-desk', email: 'crane@harbour.example', locale: 'fr' };
  const asked = (recipient: string) => ({
    services: new Set<string>(),
    recipients: new Map([['crane', recipient]]),
    destinations: [],
  });

  async function linesOf(recipients: unknown, requirements?: ContentRequirements) {
    await readWith({ 'recipients.json': recipients });
    const loaded = await loadContentFolder(folder, requirements && { requirements });
    await rm(join(folder, 'recipients.json'));
    return loaded.ok ? [] : loaded.lines.filter((line) => line.includes('recipients.json'));
  }

  it.each([
    ['nothing', [crane], 'crane-desk', []],
    [
      'whom no recipient is',
      [crane],
      'crane-dsk',
      [/the rule "crane" sends mails to "crane-dsk".*"crane-desk"/],
    ],
    ['one id twice', [crane, crane], 'crane-desk', [/\/1\/id: "crane-desk" is already at \/0/]],
    ['what is no language', [{ ...crane, locale: 'x_' }], 'crane-desk', [/"x_" is not a language tag/]],
    ['what is no address', [{ id: 'crane-desk', email: 'crane' }], 'crane-desk', [/expected a mail address/]],
  ])('tell of %s', async (_what, recipients, named, says) => {
    const lines = await linesOf(recipients, asked(named));
    expect(lines).toHaveLength(says.length);
    for (const [index, line] of lines.entries()) expect(line).toMatch(says[index] ?? '');
  });
});

describe('destinations', () => {
  const crm = { id: 'crm', kind: 'webhook', url: 'https://crm.example.com/in', secrets: ['env:CRM_SECRET'] };
  const asked = (id: string) => ({
    services: new Set<string>(),
    recipients: new Map<string, string>(),
    destinations: [['to-crm', id] as const],
  });

  async function linesOf(destinations: unknown, requirements?: ContentRequirements) {
    await readWith({ 'destinations.json': destinations });
    const loaded = await loadContentFolder(folder, requirements && { requirements });
    await rm(join(folder, 'destinations.json'), { force: true });
    return loaded.ok ? [] : loaded.lines.filter((line) => line.includes('destinations.json'));
  }

  it.each([
    ['nothing', [crm], []],
    ['an id twice', [crm, crm], [/\/1\/id: "crm" is already at \/0/]],
    ['an unknown kind', [{ ...crm, kind: 'webhok' }], [/"webhok"; the nearest is "webhook"/]],
    ['a webhook without secrets', [{ ...crm, secrets: [] }], [/a list of one or more secrets by name/]],
    ['a secret that stands there itself', [{ ...crm, secrets: ['whsec_AAAA'] }], [/never the secret itself/]],
    ['what is no address', [{ ...crm, url: 'crm.example.com' }], [/not an address like https:/]],
    [
      'a user in an address',
      [{ ...crm, url: 'https://a:b@crm.example.com' }],
      [/must not contain a user, a password/],
    ],
    ['no TLS', [{ ...crm, url: 'http://crm.example.com/' }], [/without TLS, others can read what is sent/]],
    ['nothing of http in the own network', [{ ...crm, url: 'http://10.0.0.1/', mayBePrivate: true }], []],
    ['a drop without a place', [{ id: 'drop', kind: 'fileDrop' }], [/either a "folder" or a "prefix"/]],
  ])('tell of %s', async (_what, destinations, says) => {
    const lines = await linesOf(destinations);
    expect(lines).toHaveLength(says.length);
    for (const [index, line] of lines.entries()) expect(line).toMatch(says[index] ?? '');
  });

  it('tell of one that a rule names and nobody is, never the word of a secret', async () => {
    expect(await linesOf([crm], asked('crm'))).toEqual([]);
    expect((await linesOf([crm], asked('cmr')))[0]).toMatch(
      /the rule "to-crm" sends enquiries to "cmr".*"crm"/,
    );
    expect((await linesOf([], asked('crm')))[0]).toMatch(/"crm", which is not in destinations.json; add it/);
    expect((await linesOf([{ ...crm, secrets: ['whsec_AAAA'] }])).join()).not.toContain('AAAA');
  });
});

const page = { path: '/a', site: 101, title: 'A', placement: 'inline' };
const site = { id: 1, domain: 'one.example' };
const office = { id: 1, name: 'One', site: { id: 1 } };
const small = {
  'sites.json': [site],
  'offices.json': [office],
  'enquiry-types.json': [{ id: 3, name: 'general' }],
  'yacht-models.json': [],
  'events.json': [],
  'pages.json': [{ ...page, site: 1 }],
};

describe('loadContentFolder', () => {
  it('reads the content that ships', async () => {
    expect((await loadContentFolder(shipped)).ok).toBe(true);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'no JSON',
      { 'events.json': '[{"title": "x"' },
      'events.json: line 1, column 15: expected "," or "}", but the document ends here',
    ],
    ['no list', { 'sites.json': {} }, 'sites.json: expected a list, found an object'],
    [
      'a missing key',
      { 'pages.json': [{ path: '/a', site: 101, placement: 'inline' }] },
      'pages.json /0: "title" is missing',
    ],
    [
      'a near miss',
      { 'pages.json': [{ ...page, placement: 'inlin' }] },
      'pages.json /0/placement: expected "inline", "modal" or "landing", found "inlin"; the nearest is "inline"',
    ],
    [
      'a flag that is none',
      { 'pages.json': [{ ...page, hasFormTitle: 'yes' }] },
      'pages.json /0/hasFormTitle: expected true, false or null, found "yes"',
    ],
    [
      'a path without a slash',
      { 'pages.json': [{ ...page, path: 'a' }] },
      'pages.json /0/path: expected a path that begins with one slash',
    ],
    [
      'an unknown site',
      { 'pages.json': [{ ...page, site: 102 }] },
      'pages.json /0/site: no site has the id 102; the nearest is "101"',
    ],
    [
      'an unknown office',
      { 'pages.json': [{ ...page, offices: [1, 'archiv'] }] },
      'pages.json /0/offices/1: no office has the id "archiv"; the nearest is "archive"',
    ],
    [
      'an unknown preselected office',
      { 'pages.json': [{ ...page, selectedOffice: 77777 }] },
      'pages.json /0/selectedOffice: no office has the id 77777',
    ],
    [
      'an unknown enquiry type',
      { 'pages.json': [{ ...page, enquiryTypes: [3, 33] }] },
      'pages.json /0/enquiryTypes/1: no enquiry type has the id 33',
    ],
    [
      'a path of the server',
      { 'pages.json': [{ ...page, path: '/graphql' }] },
      'pages.json /0/path: the server itself answers at "/graphql"; choose another path',
    ],
    ['a page twice', { 'pages.json': [page, page] }, 'pages.json /1/path: "/a" is already at /0'],
    [
      'a domain of two sites',
      {
        ...small,
        'sites.json': [site, { id: 2, domain: 'two.example', domains: ['b.example', 'One.example'] }],
      },
      'sites.json /1/domains/1: "One.example" is a domain of the site at /0 already',
    ],
    [
      'a domain that would end a policy',
      { 'sites.json': [{ ...site, domains: ['b.example;script-src'] }] },
      'sites.json /0/domains/0: expected a domain like "www.example.com"',
    ],
    [
      'an office twice',
      { ...small, 'offices.json': [office, { ...office, id: '1' }] },
      'offices.json /1/id: "1" is already at /0',
    ],
    [
      'a language that is none',
      { 'pages.json': [{ ...page, locale: 'en-a-b-c-d-a' }] },
      'pages.json /0/locale: "en-a-b-c-d-a" is not a language tag; use one like "en" or "de-CH"',
    ],
    [
      'a day that is none',
      { 'events.json': [{ title: 'x', domain: 'a.example', startsOn: '2027-02-30' }] },
      'events.json /0/startsOn: expected a date like "2027-05-29", found "2027-02-30"',
    ],
    [
      'an image by http',
      { 'pages.json': [{ ...page, contactForm: { dealerImage: 'http://x.example/a.jpg' } }] },
      'pages.json /0/contactForm/dealerImage: expected a path on the same origin or an https address, or null',
    ],
    [
      'a link that is a script',
      { 'sites.json': [{ ...site, socials: [{ link: 'javascript:alert(1)', type: 'x' }] }] },
      'sites.json /0/socials/0/link: expected an address to link to',
    ],
    [
      'an index picture from elsewhere',
      { 'frame.json': { indexImage: 'https://x.example/a.jpg' } },
      'frame.json /indexImage: expected a path on the same origin, or null',
    ],
  ])('refuses %s, saying where, what and what would do', async (_what, files, line) => {
    const loaded = await readWith(files);
    const lines = loaded.ok ? [] : loaded.lines;
    expect(lines.map((each) => each.replace(`${folder}/`, ''))).toEqual([expect.stringContaining(line)]);
  });

  it('tells of every problem, one line each', async () => {
    const loaded = await readWith({ 'sites.json': '{', 'events.json': [{}, {}], 'pages.json': 'x' });
    expect(loaded.ok ? [] : loaded.lines).toHaveLength(8);
  });

  it('needs no words around the pages', async () => {
    await cp(shipped, folder, { recursive: true });
    await rm(join(folder, 'frame.json'));
    const loaded = await loadContentFolder(folder);
    expect(loaded.ok && loaded.content.frame).toEqual({ words: {}, privacyPolicy: {} });
  });

  it('takes null for what may be absent, and keeps what it does not know', async () => {
    const nothing = {
      locale: null,
      contactForm: null,
      hasFormTitle: null,
      hasSocialIcons: null,
      landingData: null,
      selectedOffice: null,
      eventTitle: null,
      enquiryTypes: null,
      offices: null,
    };
    const content = await contentWith({
      ...small,
      'sites.json': [{ ...site, socials: null, email: null, isInternational: null, colour: 'red' }],
      'offices.json': [{ ...office, title: null, email: null, sortOrder: null, services: null, berths: 4 }],
      'pages.json': [{ ...page, ...nothing, site: 1 }],
    });
    expect(content.pages[0]).toEqual({
      path: '/a',
      title: 'A',
      placement: 'inline',
      contactForm: {},
      site: content.sites[0],
      hasFormTitle: true,
      hasFormCopy: true,
      hasSocialIcons: false,
      showInCenter: false,
      centerHeader: false,
      inSteps: false,
      enquiryTypes: content.enquiryTypes,
      offices: content.sites[0]?.offices,
    });
    expect(content.offices[0]).toMatchObject({ berths: 4 });
    expect(content.sites[0]).toMatchObject({ colour: 'red' });
  });

  it('lets the flags of a site win over an office’s own', async () => {
    const content = await contentWith({
      ...small,
      'sites.json': [{ ...site, isInternational: true, exclude_from_international: false }],
      'offices.json': [
        { ...office, site: { id: '1', isInternational: false, exclude_from_international: true } },
        { ...office, id: 2, site: { id: 9, isInternational: false, exclude_from_international: true } },
      ],
    });
    expect(content.offices.map((each) => each.site)).toEqual([
      { id: '1', isInternational: true, exclude_from_international: false },
      { id: 9, isInternational: false, exclude_from_international: true },
    ]);
  });

  it('gives a page the offices of its site, or its own in their order, whatever site they are of', async () => {
    const content = await contentWith({
      ...small,
      'offices.json': [office, { ...office, id: 'b' }, { ...office, id: 3, site: { id: 9 } }],
      'pages.json': [
        { ...page, site: '1' },
        { ...page, path: '/b', site: 1, offices: [3, 1] },
      ],
    });
    expect(content.pages.map(({ offices }) => offices.map(({ id }) => id))).toEqual([
      [1, 'b'],
      [3, 1],
    ]);
  });
});

describe('getFutureEventTitles', () => {
  it('counts an event that starts on the day, sorts by day, names each once, and keeps sites apart', async () => {
    const event = (title: string, startsOn: string, domain = 'one.example') => ({ title, startsOn, domain });
    const content = await contentWith({
      ...small,
      'events.json': [
        event('later', '2027-01-02'),
        event('today', '2027-01-01'),
        event('past', '2026-12-31'),
        event('later', '2028-01-01'),
        event('other', '2027-01-01', 'two.example'),
      ],
    });
    expect(getFutureEventTitles(content, 'ONE.example', '2027-01-01')).toEqual(['today', 'later']);
    expect(getFutureEventTitles(content, 'one.example', '2027-01-01')).toBe(
      getFutureEventTitles(content, 'one.example', '2027-01-01'),
    );
  });
});

describe('findSiteByDomain', () => {
  it('does not mind letter case', async () => {
    expect(findSiteByDomain(await contentWith(small), ' One.Example')?.id).toBe(1);
  });
});
