import { describe, expect, it } from 'vitest';
import { compileTestForm, readShippedDocuments } from '../../../test/support/forms.ts';
import { compile } from '../../compile/index.ts';
import { createReport } from '../../compile/report.ts';
import { compileTexts } from '../../compile/texts.ts';
import { builtInKeys, getBuiltInTexts } from '../../documents/built-in-texts.ts';
import { completeDocuments } from '../../documents/index.ts';
import type { Form } from '../../model/types.ts';
import { createDocumentLocator } from '../document-locator.ts';
import type { Finding } from '../finding.ts';
import { lintTexts } from './texts.ts';

/** Returns the findings about the spaces of one text. */
function spacingOf(locale: string, text: string): readonly string[] {
  const texts = compileTexts({ greeting: text }, { file: `texts/${locale}.json`, path: [] }, createReport());
  const form = {
    types: [],
    rules: [],
    texts: { [locale]: texts },
    settings: { fallbackLocale: locale },
  } as unknown as Form;
  return lintTexts(form, createDocumentLocator({ [`texts/${locale}.json`]: { greeting: text } }))
    .filter(({ code }) => code === 'french-spacing')
    .map(({ file, pointer, reason }) => `${file}#${pointer} ${reason}`);
}

/** Returns the findings about the texts of a form with one field, by language. */
function lintFormTexts(
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
  settings: Readonly<Record<string, unknown>> = {},
): readonly Finding[] {
  const documents = completeDocuments({
    'forms/sample/schema.json': { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
    'settings.json': settings,
    ...Object.fromEntries(Object.entries(texts).map(([locale, own]) => [`texts/${locale}.json`, own])),
  });
  return lintTexts(compileTestForm(documents), createDocumentLocator(documents));
}

describe('the findings of a translation', () => {
  it('name the language of the texts that they are compared with', () => {
    const found = lintFormTexts(
      { de: { 'fields.name.label': 'Name' }, en: { 'fields.nmae.label': 'Name' } },
      { fallbackLocale: 'de' },
    );
    const reasons = found.filter(({ code }) => code.endsWith('-translation')).map(({ reason }) => reason);
    expect(reasons).toEqual([
      '"fields.name.label" has no translation, so visitors see it in German: “Name”; translate it',
      '"fields.nmae.label" is not among the texts in German; the nearest that has no translation is "fields.name.label"',
    ]);
  });
});

describe('the texts of the interface', () => {
  it('are those that ship and belong to no field, choice, block, step, problem, form or template of replies, and those of a widget that no shipped form has', () => {
    const ofForms =
      /^(\$schema$|(forms|fields|options|blocks|steps|problems|widgets\.ranking|signature|mail\.replies)\.|other-(choice|text|text-follows)$)/;
    const interfaceTexts = builtInKeys.filter((name) => !ofForms.test(name)).sort();
    for (const locale of ['en', 'de', 'fr', 'ar']) {
      const names = Object.keys(Object(readShippedDocuments()[`texts/${locale}.json`]));
      expect(interfaceTexts, locale).toEqual(names.filter((name) => !ofForms.test(name)).sort());
    }
  });

  it('are built in, so that no form lacks one and none is unused', () => {
    expect(lintFormTexts({})).toEqual([]);
    expect(lintFormTexts({ en: { close: 'Shut' }, de: { close: 'Zu' } })).toEqual([]);
    const all = readShippedDocuments();
    const rest = Object.entries(Object(all['texts/de.json'])).filter(([name]) => !builtInKeys.includes(name));
    const without = { ...all, 'texts/de.json': Object.fromEntries(rest) };
    const codes = lintTexts(compileTestForm(without), createDocumentLocator(without)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['missing-translation']));
  });

  it('are told where only some languages replace them', () => {
    expect(lintFormTexts({ en: { close: 'Shut' }, de: {} }).map(({ reason }) => reason)).toEqual([
      '"close" has no translation, so visitors see the built-in text instead of “Shut”; translate it',
    ]);
  });

  it('are told in one finding of a language that is not built in', () => {
    const [finding, ...others] = lintFormTexts({ sv: { close: 'Stäng' } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'missing-interface-text', file: 'texts/sv.json' });
    expect(finding?.reason).toMatch(
      /^1\d\d texts of the interface are missing, and visitors see them in another language: .* and \d+ more/,
    );
    expect(finding?.reason).not.toMatch(/"close"|"photos\.|"step\./);
    expect(lintFormTexts({ en: {}, sv: {} }, { fallbackLocale: 'en' }).map(({ code }) => code)).toEqual([
      'missing-interface-text',
    ]);
    expect(lintFormTexts({ sv: getBuiltInTexts('en') })).toEqual([]);
  });

  it('are those of the language of a region', () => {
    expect(lintFormTexts({ 'de-CH': { close: 'Schliessen' } })).toEqual([]);
  });
});

describe('a malformed text', () => {
  const reasons = (texts: Readonly<Record<string, unknown>>) => {
    const file = 'texts/en.json';
    const compiled = compile(
      readShippedDocuments({ [file]: { ...Object(readShippedDocuments()[file]), ...texts } }),
    );
    return compiled.ok
      ? []
      : compiled.problems.map(({ file: at, pointer, reason }) => `${at}#${pointer} ${reason}`);
  };

  it('is told by its name and place, and the document is not called missing', () => {
    expect(reasons({ 'send message': 'Send' })).toEqual([
      expect.stringMatching(
        /^texts\/en\.json#\/send message "send message" is not allowed as a name here: names match .*; rename it$/,
      ),
    ]);
    expect(reasons({ choose: 7 })).toEqual([
      'texts/en.json#/choose 7 is here, but a text is expected; correct it',
    ]);
  });

  it('is none of a choice whose value has blanks', () => {
    expect(reasons({ 'options.interested_in.very poor': 'Very poor' })).toEqual([]);
  });
});

describe('lintTexts', () => {
  it.each([
    'Déjà parti ?',
    'Déjà parti\u00A0?',
    'Note: lisez ceci',
    'Dites « bonjour »',
    '{name}: {count, plural, one {un mot} other {# mots !}}',
    'Trop , ou trop peu',
    'Au plus {size} Mo',
  ])('tells that “%s” does not have French spacing', (text) => {
    expect(spacingOf('fr', text)).toContainEqual(expect.stringMatching(/^texts\/fr\.json#\/greeting “/));
    expect(spacingOf('fr-CH', text)).not.toEqual([]);
  });

  it.each([
    'Déjà parti\u202F?',
    'Dites «\u202Fbonjour\u202F»\u202F: merci.',
    'Voyez https://example.com ou nom@example.com, à 10:30',
    'Au plus {size}\u202FMo…',
  ])('has nothing to say of “%s”', (text) => expect(spacingOf('fr', text)).toEqual([]));

  it.each(['en', 'de', 'fr-CA'])('leaves the spacing of "%s" to its own rules', (locale) => {
    expect(spacingOf(locale, 'Gone? Look: here!')).toEqual([]);
  });
});

describe('texts of nested choices', () => {
  it('are used by choices with "Other", their pictures, and the steps of a rating', () => {
    const rig = { type: 'string', title: 'Rig', examples: ['sloop'] };
    const taste = { type: 'integer', title: 'Taste', minimum: 1, maximum: 3 };
    const documents = completeDocuments({
      'forms/sample/schema.json': {
        type: 'object',
        properties: { boat: { type: 'object', title: 'Boat', properties: { rig, taste } } },
      },
      'forms/sample/ui.json': {
        boat: {
          rig: { 'ui:widget': 'radio', 'ui:other': true, 'ui:images': { sloop: '/sloop.png' } },
          taste: { 'ui:widget': 'rating' },
        },
      },
      'texts/en.json': {
        'fields.boat.rig.other': 'Another rig',
        'options.boat.rig.sloop': 'Sloop',
        'options.boat.rig.sloop.alt': 'One mast',
        'options.boat.taste.3': 'Very good',
        'options.boat.rig.ketch': 'Ketch',
      },
    });
    const found = lintTexts(compileTestForm(documents), createDocumentLocator(documents));
    expect(found.filter(({ pointer }) => /boat/.test(pointer)).map(({ pointer }) => pointer)).toEqual([
      '/options.boat.rig.ketch',
    ]);
  });
});
