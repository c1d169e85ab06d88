import { describe, expect, it } from 'vitest';
import { compileTestForm, readShippedDocuments } from '../../../test/support/forms.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { compile } from '../../compile/index.ts';
import { createReport } from '../../compile/report.ts';
import { compileTexts } from '../../compile/texts.ts';
import type { Form } from '../../model/types.ts';
import { createDocumentLocator } from '../document-locator.ts';
import type { Finding } from '../finding.ts';
import { interfaceTexts } from './interface-texts.ts';
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
  return lintTexts(form, createDocumentLocator({}))
    .filter(({ code }) => code === 'french-spacing')
    .map(({ file, pointer, reason }) => `${file}#${pointer} ${reason}`);
}

/** Returns the findings about our documents without some texts of a language. */
function lintWithoutTexts(locale: string, isGone: (name: string) => boolean): readonly Finding[] {
  const file = `texts/${locale}.json`;
  const remaining = Object.entries(Object(readShippedDocuments()[file])).filter(([name]) => !isGone(name));
  const all = readShippedDocuments({ [file]: Object.fromEntries(remaining) });
  return lintTexts(compileTestForm(all), createDocumentLocator(all));
}

describe('the texts of the interface', () => {
  it('are those that ship and belong to no field, choice, block, step, problem or form', () => {
    const ofForms = /^(\$schema$|(forms|fields|options|blocks|steps|problems)\.)/;
    for (const locale of ['en', 'de', 'fr', 'ar']) {
      const names = Object.keys(Object(readShippedDocuments()[`texts/${locale}.json`]));
      expect([...interfaceTexts].sort(), locale).toEqual(names.filter((name) => !ofForms.test(name)).sort());
    }
  });

  it.each(['choose', 'required-mark', 'page.skip-to-content', 'thank-you.heading', 'mail.subject'])(
    'are told where the language of last resort lacks "%s", which is not too many in the others',
    (name) => {
      expect(lintWithoutTexts('en', (each) => each === name)).toEqual([
        expect.objectContaining({
          code: 'missing-interface-text',
          file: 'texts/en.json',
          reason: expect.stringContaining(`: "${name}"; copy`),
        }),
      ]);
      const [reported, ...others] = lintWithoutTexts('de', (each) => each === name);
      expect([reported?.code, others]).toEqual(['missing-translation', []]);
    },
  );

  it('are told in one finding, however many there are', () => {
    const reported = lintWithoutTexts(
      'en',
      (name) =>
        interfaceTexts.has(name) && !/^mail\.receipt|^(privacy-policy|submit|send-message)$/.test(name),
    );
    expect(reported.map(({ code }) => code)).toEqual(['missing-interface-text']);
    expect(reported[0]?.reason).toMatch(/^1\d\d texts of the interface are missing, .* and \d+ more; copy/);
  });

  it('are not asked for where no form has what they are about', () => {
    const about = /^(photos|files|step|check|add-item|branch)\b/;
    const file = 'texts/en.json';
    const all = createSampleDocuments({ type: 'object', properties: { name: { type: 'string' } } });
    const texts = Object.fromEntries(Object.entries(Object(all[file])).filter(([name]) => !about.test(name)));
    const form = compileTestForm({ ...all, [file]: texts });
    expect(
      lintTexts(form, createDocumentLocator(all)).filter(({ code }) => code === 'missing-interface-text'),
    ).toEqual([]);
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
