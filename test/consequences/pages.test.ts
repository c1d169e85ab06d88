import { describe, expect, it } from 'vitest';
import type { Documents, JsonSchema } from '#engine';
import {
  type Consequence,
  type ContentPage,
  findConsequences,
  findFirstConsequences,
  type SiteContent,
} from '#engine/compare/index.ts';
import { createConsequenceDescriber, sentenceToText } from '#engine/rules/sentences/index.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { createDocumentsOfSamples } from '../support/sample-documents.ts';
import { compileVersionOrThrow } from './sentence-cases.ts';

const text = (title: string) => ({ title, type: 'string' });
const schema = (more: object, required: readonly string[] = ['name']) => ({
  type: 'object',
  properties: { name: text('Name'), ...more },
  required,
});
const office = { office_location: text('Office') };
const ofOffice = { office_location: { 'ui:widget': 'office-select' } };

function documents(
  types: Readonly<Record<string, JsonSchema>>,
  { rules = [], texts = {} }: { readonly rules?: readonly object[]; readonly texts?: object } = {},
): Documents {
  const all = createDocumentsOfSamples(
    Object.entries(types).map(([key, own]) => ({
      key,
      schema: own,
      ui: JSON.stringify(own).includes('office_location') ? ofOffice : {},
    })),
  );
  return {
    ...all,
    'rules.json': { rules },
    'settings.json': { ...(all['settings.json'] as object), failureField: 'name' },
    'texts/en.json': { ...(all['texts/en.json'] as object), ...texts },
    'scenarios.json': { usual: { types: Object.keys(types) }, scenarios: [] },
  };
}

const [poole, solent] = [
  { id: 1, domain: 'poole.example', email: 'hello@poole.example' },
  { id: 2, domain: 'solent.example' },
];
const offices = [{ id: 7, name: 'Poole Quay', email: 'quay@poole.example', site: { id: 1 } }];
const enquiryTypes = [
  { id: 1, name: 'Berth' },
  { id: 2, name: 'Charter' },
];
const page = (path: string, more: Partial<ContentPage> = {}): ContentPage => ({
  path,
  site: poole,
  placement: 'inline',
  enquiryTypes,
  offices: offices as ContentPage['offices'],
  ...more,
});
const content = (...pages: readonly ContentPage[]): SiteContent => ({
  sites: [poole, solent],
  offices: offices as SiteContent['offices'],
  enquiryTypes,
  pages,
  yachtModels: [],
  lists: {},
  events: [],
});

function reported(before: Documents, after: Documents, of?: SiteContent): readonly Consequence[] {
  return findConsequences({
    before: compileVersionOrThrow(before),
    after: compileVersionOrThrow(after),
    ...(of && { content: of }),
  });
}

function message(before: Documents, after: Documents, of?: SiteContent): readonly string[] {
  const say = createConsequenceDescriber({
    before: compileVersionOrThrow(before),
    after: compileVersionOrThrow(after),
    locale: 'en',
  });
  return reported(before, after, of).map((consequence) => sentenceToText(say(consequence)));
}

describe('findConsequences', () => {
  it('tell of another order of the enquiry types once, without the document of which it is', () => {
    const before = readFrozenDocuments();
    const { enquiryTypes } = before['enquiry-types.json'] as { readonly enquiryTypes: readonly object[] };
    const after = readFrozenDocuments({
      'enquiry-types.json': { enquiryTypes: enquiryTypes.toReversed() },
    });
    expect(reported(before, after).map(({ kind }) => kind)).toEqual(['types-reordered']);
  });

  const plain = documents({ berth: schema({}) });

  it('tell where a new field is required, and one that is shown from now on', () => {
    const [landing] = [{ id: 'landing', description: 'Asked there.', when: { var: 'page.isForLanding' } }];
    const asked = documents(
      { berth: schema({ phone: text('Phone') }) },
      { rules: [{ ...landing, then: { require: ['phone'] } }] },
    );
    expect(message(plain, asked)).toEqual([
      '“Phone number” is a new field.',
      'When the form is on a landing page, “Phone number” is required.',
    ]);
    const [hide] = [{ id: 'hide', description: 'Nobody is asked.', then: { hide: ['phone'] } }];
    const hidden = documents(
      { berth: schema({ phone: text('Phone') }, ['name', 'phone']) },
      { rules: [hide] },
    );
    const shown = documents({ berth: schema({ phone: text('Phone') }, ['name', 'phone']) });
    expect(message(hidden, shown)).toContain('“Phone number” is required.');
  });

  it('name the pages whose types are all archived, and agree with the number of types', () => {
    const both = documents({ berth: schema({}), charter: schema({}), sale: schema({}) });
    const { enquiryTypes: all } = both['enquiry-types.json'] as { readonly enquiryTypes: readonly object[] };
    const archived = {
      ...both,
      'enquiry-types.json': {
        enquiryTypes: all.map((type, at) => (at === 0 ? type : { ...type, retired: true })),
      },
    } as Documents;
    const types = [
      { id: 1, name: 'Berth' },
      { id: 2, name: 'Charter' },
      { id: 3, name: 'Sale' },
    ];
    const pages = [
      page('/launch', { enquiryTypes: types.slice(1) }),
      page('/contact', { enquiryTypes: types.slice(0, 2) }),
    ];
    const sentences = message(both, archived, { ...content(...pages), enquiryTypes: types });
    expect(sentences).toContain(
      'On site 1, the page “/launch” names only archived enquiry types, and offers all others instead.',
    );
    expect(sentences).toContain('On site 1, charter and sale are no longer offered.');
  });

  it('tell on which pages of which site a new type is offered, with one to look at, and where one was that is gone', () => {
    const both = documents({ berth: schema({}), charter: schema({}) });
    const site = content(
      page('/contact'),
      page('/berths', { enquiryTypes: enquiryTypes.slice(0, 1) }),
      page('/solent', { site: solent }),
    );
    const ofCharter = (all: readonly Consequence[]) =>
      all
        .filter(({ kind, where }) => kind.startsWith('type-') && where.in === 'site')
        .map(({ kind, types, where, situations, of, example }) => [
          kind,
          types,
          where.in === 'site' && where.site,
          situations,
          of,
          example?.page,
        ]);
    expect(ofCharter(reported(plain, both, site))).toEqual([
      ['type-offered', ['charter'], 1, 1, 2, '/contact'],
      ['type-offered', ['charter'], 2, 1, 1, '/solent'],
    ]);
    expect(ofCharter(reported(both, plain, site))).toEqual([
      ['type-not-offered', ['charter'], 1, 1, 2, '/contact'],
      ['type-not-offered', ['charter'], 2, 1, 1, '/solent'],
    ]);
  });

  it('tell who gets the mail where the office is gone, or has come', () => {
    const withOffice = documents({ berth: schema(office) });
    const site = content(page('/contact'), page('/solent', { site: solent }));
    expect(message(withOffice, plain, site)).toEqual([
      'berth: on site 1, the mail goes to hello@poole.example, the address of the site, and no longer to an office.',
      'berth: on site 2, the mail goes to nobody: no office gets it any more, and the site has no mail address.',
      '“Office” is removed.',
    ]);
    expect(message(plain, withOffice, site)).toContain(
      'berth: on site 1, the mail goes to the office of the enquiry, and no longer to the address of the site.',
    );
  });

  it('tell on how many pages a text of the thanks is read that pages have their own words for', () => {
    const thanked = documents({ berth: schema({}) }, { texts: { 'thank-you.heading': 'Thanks a lot' } });
    const own = { ownTexts: ['thank-you.heading'] };
    const site = content(page('/a'), page('/b', own), page('/c', own));
    const [thanks] = reported(plain, thanked, site).filter(({ kind }) => kind === 'thanks');
    expect(thanks).toMatchObject({ where: { in: 'pages' }, situations: 1, of: 3 });
    expect(message(plain, thanked, site).join()).toContain(
      'The heading of the thank-you page is now “Thanks a lot” instead of “Thank you. Your message is on its way.” (English).',
    );
  });

  it('name the texts of a type that is new or removed not beside the type', () => {
    const texts = { 'types.charter.name': 'Charter', 'forms.charter.mail.subject': 'A charter' };
    const added = documents({ berth: schema({}), charter: schema({}) }, { texts });
    const site = content(page('/contact'));
    for (const [before, after] of [
      [plain, added],
      [added, plain],
    ] as const) {
      const all = reported(before, after, site);
      expect(all.filter(({ kind, about = '' }) => kind === 'text' || about.startsWith('texts/'))).toEqual([]);
      expect(all.filter(({ kind }) => kind.startsWith('type-'))).not.toEqual([]);
    }
    const renamed = documents(
      { berth: schema({}), charter: schema({}) },
      { texts: { ...texts, 'types.charter.name': 'Hire' } },
    );
    expect(reported(added, renamed, site)).toMatchObject([{ kind: 'text', types: ['charter'] }]);
  });

  it('name the sites where a type is now offered if it is no longer offered on another', () => {
    const exclude = (...sites: readonly number[]) =>
      sites.map((id) => ({
        id: `not-${id}`,
        description: 'Not there.',
        when: { '==': [{ var: 'site.id' }, id] },
        then: { excludeTypes: ['charter'] },
      }));
    const excluded = (...sites: readonly number[]) =>
      documents({ berth: schema({}), charter: schema({}) }, { rules: exclude(...sites) });
    expect(message(excluded(1), excluded(2)).filter((each) => each.includes('offered'))).toEqual([
      'On site 2, charter is no longer offered.',
      'On site 1, charter is now offered.',
    ]);
    expect(message(excluded(1, 2), excluded(2)).filter((each) => each.includes('offered'))).toEqual([
      'On site 1, charter is now offered.',
    ]);
    expect(message(excluded(1), excluded()).filter((each) => each.includes('offered'))).toEqual([
      'charter is now offered everywhere.',
    ]);
  });

  it('say without doubt that something is shown nowhere any more', () => {
    const rules = [{ id: 'hides', description: 'd', then: { hide: ['berth_note'] } }];
    const withNote = { berth: schema({ berth_note: text('Note') }) };
    expect(message(documents(withNote), documents(withNote, { rules }))).toEqual([
      '“Note” is no longer shown anywhere.',
    ]);
  });
});

describe('findFirstConsequences', () => {
  const both = documents(
    { berth: schema({ berth_note: text('Note') }), charter: schema({}) },
    { texts: { 'thank-you.heading': 'Thanks a lot' } },
  );
  const versions = {
    before: compileVersionOrThrow(documents({ berth: schema({}) })),
    after: compileVersionOrThrow(both),
    content: content(page('/contact'), page('/solent', { site: solent })),
  };

  it('finds all where the time suffices', () => {
    expect(findFirstConsequences(versions, () => true)).toEqual({
      consequences: findConsequences(versions),
      isPartial: false,
    });
  });

  it('finds where types are offered before it needs any time', () => {
    const { consequences, isPartial } = findFirstConsequences(versions, () => false);
    expect(isPartial).toBe(true);
    const kinds = consequences.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('type-'))).toEqual([
      'type-added',
      'type-offered',
      'type-offered',
    ]);
    expect(kinds).toContain('thanks');
    expect(kinds).not.toContain('field-added');
  });

  it('finds nothing else than the whole comparison does, and more with more time', () => {
    const whole = findConsequences(versions).map(({ kind, field, about }) => `${kind} ${field} ${about}`);
    let before = 0;
    for (const most of [0, 2, 8, 32, 128]) {
      let left = most;
      const { consequences } = findFirstConsequences(versions, () => {
        left -= 1;
        return left >= 0;
      });
      const names = consequences.map(({ kind, field, about }) => `${kind} ${field} ${about}`);
      expect(whole).toEqual(expect.arrayContaining(names));
      expect(names.length).toBeGreaterThanOrEqual(before);
      before = names.length;
    }
    expect(before).toBeGreaterThan(3);
  });
});
