import { describe, expect, it } from 'vitest';
import { newReport } from '../../compile/report.ts';
import { compileTexts } from '../../compile/texts.ts';
import type { Form } from '../../types.ts';
import { placesOf } from '../places.ts';
import { lintTexts } from './texts.ts';

/** What is told of the spacing of one text. */
function spacingOf(locale: string, text: string): readonly string[] {
  const texts = compileTexts({ greeting: text }, { file: `texts/${locale}.json`, path: [] }, newReport());
  const form = {
    types: [],
    rules: [],
    texts: { [locale]: texts },
    settings: { fallbackLocale: locale },
  } as unknown as Form;
  return lintTexts(form, placesOf({}))
    .filter(({ code }) => code === 'french-spacing')
    .map(({ file, pointer, reason }) => `${file}#${pointer} ${reason}`);
}

describe('lintTexts', () => {
  it.each([
    'Déjà parti ?',
    'Déjà parti\u00A0?',
    'Note: lisez ceci',
    'Dites « bonjour »',
    '{name}: {count, plural, one {un mot} other {# mots !}}',
    'Trop , ou trop peu',
    'Au plus {size} Mo',
  ])('tells that “%s” is not set as French is', (text) => {
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
