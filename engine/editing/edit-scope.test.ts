import { describe, expect, it } from 'vitest';
import { readFrozenDocuments as frozen } from '../../test/support/forms.ts';
import type { Documents, Json } from '../model/types.ts';
import { createEditableScope, findChangesOutsideScope } from './edit-scope.ts';

type Written = Readonly<Record<string, Json | undefined>>;

const documents = frozen();
const written = documents as unknown as Written;

/** Some documents replaced. */
const withFiles = (files: Written) => ({ ...documents, ...files }) as unknown as Documents;

function changed(file: string, change: (document: Record<string, Json>) => void): Documents {
  const copy = structuredClone(written[file]) as Record<string, Json>;
  change(copy);
  return withFiles({ [file]: copy });
}

const outside = (after: Documents, limits: Parameters<typeof findChangesOutsideScope>[0]) =>
  findChangesOutsideScope(limits, { before: documents, after });

const text = (key: string) =>
  changed('texts/de.json', (texts) => {
    texts[key] = 'Anders';
  });
const ruled = (...rules: readonly Json[]) =>
  changed('rules.json', (document) => {
    document.rules = [...(document.rules as Json[]), ...rules];
  });
const hiding = (when: Json | undefined, id = 'new') => ({
  id,
  description: 'x',
  then: { hide: ['phone'] },
  ...(when !== undefined && { when }),
});
const ofType = (...types: readonly string[]) => ({ in: [{ var: 'type' }, types] }) as Json;
const onSite = (site: string) => ({ '==': [{ var: 'site.id' }, site] }) as Json;

describe('what somebody may change who is limited to an enquiry type', () => {
  const service = { types: ['service'] };

  it.each<[string, Documents]>([
    ['nothing', documents],
    [
      'its form',
      changed('forms/service/ui.json', (ui) => {
        ui.phone = { 'ui:wide': true };
      }),
    ],
    ['a text of its own', text('forms.service.fields.upload.label')],
    ['its name', text('types.service.name')],
    ['a rule about it alone', ruled(hiding(ofType('service')))],
    [
      'a rule about it among others that hold',
      ruled(hiding({ and: [onSite('119'), ofType('service')] } as Json)),
    ],
    [
      'where it is offered',
      ruled({ id: 'x', description: 'x', when: onSite('7'), then: { excludeTypes: ['service'] } }),
    ],
    [
      'the order of rules',
      changed('rules.json', (document) => {
        document.rules = (document.rules as Json[]).toReversed();
      }),
    ],
  ])('takes %s', (_what, after) => {
    expect(outside(after, service)).toEqual([]);
  });

  it.each<[string, Documents, readonly string[]]>([
    [
      'another form',
      changed('forms/sales/ui.json', (ui) => {
        ui.x = {};
      }),
      ['forms/sales/ui.json'],
    ],
    [
      'what forms share',
      changed('fields.json', (fields) => {
        fields.x = {};
      }),
      ['fields.json'],
    ],
    ['a text of a shared field', text('fields.phone.label'), ['texts/de.json: fields.phone.label']],
    ['a text of every form', text('submit'), ['texts/de.json: submit']],
    ['a language', withFiles({ 'texts/it.json': {} }), ['texts/it.json']],
    [
      'settings',
      changed('settings.json', (settings) => {
        settings.x = 1;
      }),
      ['settings.json'],
    ],
    ['a rule about every type', ruled(hiding(undefined)), ['rules.json: new']],
    ['a rule about two types', ruled(hiding(ofType('service', 'sales'))), ['rules.json: new']],
    [
      'a rule about either',
      ruled(hiding({ or: [ofType('service'), onSite('1')] } as Json)),
      ['rules.json: new'],
    ],
    ['a rule about all others', ruled(hiding({ '!': ofType('service') } as Json)), ['rules.json: new']],
    [
      'where another type is offered',
      ruled({ id: 'x', description: 'x', then: { excludeTypes: ['service', 'sales'] } }),
      ['rules.json: x'],
    ],
    [
      'a rule that leaves its own type out and does something else besides',
      ruled({ id: 'x', description: 'x', then: { excludeTypes: ['service'], hide: ['phone'] } }),
      ['rules.json: x'],
    ],
    [
      'another type’s rule made into its own',
      changed('rules.json', (document) => {
        document.rules = (document.rules as Json[]).map((rule) =>
          Object(rule).id === 'ten-photos' ? { ...Object(rule), when: ofType('service') } : rule,
        );
      }),
      ['rules.json: ten-photos'],
    ],
    [
      'a rule that hides behind the name of its own',
      ruled(hiding(undefined, 'one-photo'), hiding(ofType('service'), 'one-photo')),
      ['rules.json'],
    ],
  ])('refuses %s by name', (_what, after, names) => {
    expect(outside(after, service)).toEqual(names);
  });

  it('takes the texts of a field that no other type has', () => {
    expect(outside(text('fields.tax_paid_status.label'), { types: ['valuation'] })).toEqual([]);
    expect(outside(text('fields.tax_paid_status.label'), service)).not.toEqual([]);
  });
});

describe('what somebody may change who is limited to a site', () => {
  it('is rules on that site', () => {
    expect(outside(ruled(hiding(onSite('119'))), { sites: ['119'] })).toEqual([]);
    expect(outside(ruled(hiding(onSite('7'))), { sites: ['119'] })).toEqual(['rules.json: new']);
    expect(outside(text('types.service.name'), { sites: ['119'] })).not.toEqual([]);
    const both = { types: ['service'], sites: ['119'] };
    expect(outside(ruled(hiding({ and: [onSite('119'), ofType('service')] } as Json)), both)).toEqual([]);
    expect(outside(ruled(hiding(onSite('119'))), both)).toEqual(['rules.json: new']);
  });
});

it('limits nobody who is limited to nothing', () => {
  expect(outside(text('submit'), {})).toEqual([]);
});

describe('createEditableScope', () => {
  const all = documents as unknown as Written;
  const changedIn = (file: string, change: (document: never) => unknown) =>
    withFiles({ [file]: change(structuredClone(all[file]) as never) as Json });

  it.each([
    { types: ['service'] },
    { types: ['sales', 'service'] },
    { sites: ['119'] },
    { types: ['sales'], sites: ['119'] },
    {},
  ])('offers what the server takes, of %j', (reach) => {
    const scope = createEditableScope(reach, documents);
    const takes = (after: Documents) =>
      findChangesOutsideScope(reach, { before: documents, after }).length === 0;
    for (const key of Object.keys(all['texts/en.json'] as object))
      expect([key, scope.canEditText(key)]).toEqual([
        key,
        takes(changedIn('texts/en.json', (texts) => ({ ...(texts as object), [key]: 'Other' }))),
      ]);
    const { rules } = all['rules.json'] as unknown as { readonly rules: readonly { readonly id: string }[] };
    for (const rule of rules)
      expect([rule.id, scope.canEditRule(rule)]).toEqual([
        rule.id,
        takes(
          withFiles({
            'rules.json': {
              ...Object(all['rules.json']),
              rules: rules.map((one) => (one === rule ? { ...one, description: 'Other' } : one)),
            },
          }),
        ),
      ]);
    for (const file of ['forms/service/schema.json', 'forms/careers/ui.json', 'settings.json', 'fields.json'])
      expect([file, scope.canEditFile(file)]).toEqual([
        file,
        takes(changedIn(file, (document) => ({ ...(document as object), planted: 1 }))),
      ]);
  });
});

describe('the content', () => {
  const file = 'content/offices.json';
  const here = { id: 1, name: 'Here', site: { id: 101 } };
  const there = { id: 2, name: 'There', site: { id: 7 } };
  const before = withFiles({ [file]: [here, there] });
  const findOutside = (items: readonly Json[] | undefined, limits = {}) =>
    findChangesOutsideScope(limits, { before, after: { ...before, [file]: items } });

  it('may be changed by somebody without limits', () => {
    expect(findOutside([{ ...here, name: 'New' }])).toEqual([]);
  });

  it.each<[string, readonly Json[] | undefined, readonly string[]]>([
    ['an office of the own site', [{ ...here, name: 'New' }, there], []],
    ['an office more on the own site', [here, there, { ...here, id: 3 }], []],
    ['an office of another site', [here, { ...there, name: 'New' }], [`${file}: 2`]],
    ['an office that leaves the own site', [{ ...here, site: { id: 7 } }, there], [`${file}: 1`]],
    ['an office that comes to the own site', [here, { ...there, site: 101 }], [`${file}: 2`]],
    ['an office of no site', [here, there, { id: 3, name: 'Nowhere' }], [`${file}: 3`]],
    ['two offices of one id', [here, there, there], [file]],
    ['all offices away', undefined, [`${file}: 2`]],
    ['no list', { 101: here } as unknown as readonly Json[], [file, `${file}: 2`]],
  ])('may be changed by somebody limited to a site: %s', (_what, items, outsideNames) => {
    expect(findOutside(items, { sites: ['101'] })).toEqual(outsideNames);
  });

  it('may not be changed by somebody limited to types', () => {
    const limits = { types: ['service'] };
    expect(findOutside([{ ...here, name: 'New' }, there], limits)).toEqual([`${file}: 1`]);
    expect(createEditableScope(limits, before).canEditFile(file)).toBe(false);
    expect(createEditableScope({ sites: ['101'] }, before).canEditFile(file)).toBe(true);
  });

  it('knows pages by their path', () => {
    const pages = 'content/pages.json';
    const page = { path: '/contact', site: 101, title: 'Contact' };
    const [old, next] = [page, { ...page, title: 'Call us' }].map((one) =>
      withFiles({ [pages]: [one, { path: '/b', site: 7 }] }),
    );
    expect(findChangesOutsideScope({ sites: ['101'] }, { before: old ?? {}, after: next ?? {} })).toEqual([]);
    expect(findChangesOutsideScope({ sites: ['7'] }, { before: old ?? {}, after: next ?? {} })).toEqual([
      `${pages}: /contact`,
    ]);
  });
});
