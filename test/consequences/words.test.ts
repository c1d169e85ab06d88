import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentMutants } from '#engine/check/documents/document-mutants.ts';
import type { Consequence } from '#engine/consequences/consequence.ts';
import { consequenceKinds, consequences } from '#engine/consequences/index.ts';
import { consequenceWords, toText } from '#engine/words/index.ts';
import { shippedDocuments } from '../support/forms.ts';
import { arbitraryRuleSource, documentsOfEveryKind } from '../support/generated-rules.ts';
import { versionOf } from './complaints.ts';

const locales = ['en', 'de', 'fr', 'ar'];

/** What is said of a consequence in each language; fails where a part of it is not said in words. */
function saidOf(consequence: Consequence, before: Version, after: Version): readonly string[] {
  return locales.map((locale) => {
    const said = toText(consequenceWords({ before, after, locale })(consequence));
    expect(said, `${locale}: ${JSON.stringify(consequence)}`).not.toMatch(
      /undefined|NaN|\[object|[{}]\w*[{}]|change\./,
    );
    expect(said).toMatch(/^\P{Ll}.*\.$/su);
    return said;
  });
}

type Version = NonNullable<ReturnType<typeof versionOf>>;

function compiled(documents: Parameters<typeof versionOf>[0]): Version {
  const version = versionOf(documents);
  if (version === undefined) throw new Error('The documents do not compile');
  return version;
}

type Kinds = ReadonlySet<Consequence['kind']>;

/** Kinds whose values are texts by their languages. */
const ofTexts: Kinds = new Set<Consequence['kind']>([
  'label',
  'hint',
  'placeholder',
  'choices-renamed',
  'message',
  'thanks',
  'mail',
  'text',
]);

/** Kinds whose values are lists. */
const listing: Kinds = new Set<Consequence['kind']>([
  'offices-lost',
  'offices-gained',
  'choices-removed',
  'choices-added',
  'types-reordered',
  'untranslated',
  'destinations',
  'narrower',
  'wider',
  'limit',
]);

/** Kinds that lack the one value or the other. */
const moving: Kinds = new Set<Consequence['kind']>([
  'preset',
  'recipient',
  'destinations',
  'setting',
  'narrower',
  'wider',
  'limit',
  'type-opens',
]);

describe('the words of consequences', () => {
  const shipped = compiled(shippedDocuments());

  it.each(Object.keys(consequenceKinds) as Consequence['kind'][])(
    'tell every kind in every language, with values and without: %s',
    (kind) => {
      const texts = { en: 'Now', de: 'Jetzt' };
      const plain = { kind, where: { in: 'all' }, situations: 1, of: 2 } as const;
      const values: readonly Partial<Consequence>[] = ofTexts.has(kind)
        ? [
            {
              field: 'office_location',
              about: 'required',
              locales: ['en', 'de'],
              before: texts,
              after: texts,
            },
            { field: 'name', about: 'text', locales: ['de'], after: texts },
            { about: 'mail.heading', locales: ['de'], before: texts, types: ['sales'] },
            { locales: ['de'], names: ['name', 'phone'] },
          ]
        : [
            { field: 'phone', before: 1, after: 2 },
            { field: 'phone', before: 1, after: 2, about: 'maxLength', locales: ['de'] },
            {
              types: ['sales'],
              field: 'message',
              before: 1,
              after: 2,
              about: 'bound-minimum',
              where: { in: 'some' },
            },
            {
              field: 'enquiry_type',
              before: 'a',
              after: 'b',
              where: { in: 'these', when: { var: 'page.inModal' } },
            },
            ...(listing.has(kind)
              ? [
                  {
                    types: ['sales', 'event'],
                    before: ['1'],
                    after: ['2', '3'],
                    where: { in: 'site', site: 119 } as const,
                  },
                  {
                    field: 'upload',
                    about: 'types',
                    before: ['image/png'],
                    after: ['image/png', 'image/jpeg'],
                  },
                ]
              : []),
            ...(moving.has(kind)
              ? [{ field: 'phone' }, { field: 'phone', before: 1 }, { field: 'phone', after: 2 }]
              : []),
          ];
      for (const value of values) {
        const said = saidOf({ ...plain, ...value }, shipped, shipped);
        expect(new Set(said).size).toBe(locales.length);
      }
    },
  );

  describe('tell what a rule changes, whatever it asks and does', () => {
    const documents = documentsOfEveryKind();
    const { rules } = documents['rules.json'] as { readonly rules: readonly object[] };
    // Those that compile; each is a test by itself, since one comparison takes a busy machine a minute.
    const added = fc.sample(arbitraryRuleSource, { numRuns: 30, seed: 11 }).flatMap((source) => {
      const after = versionOf({ ...documents, 'rules.json': { rules: [...rules, source] } });
      return after === undefined ? [] : [{ source: JSON.stringify(source), after }];
    });
    expect(added.length).toBeGreaterThan(8);

    it.each(added)('$source', ({ after }) => {
      const before = compiled(documents);
      const all = consequences({ before, after });
      // That it changes nothing is told as well.
      expect(all.length).toBeGreaterThan(0);
      for (const consequence of all) saidOf(consequence, before, after);
    });
  });

  it('tell every slip of the other documents', () => {
    const mutants = [...documentMutants(shippedDocuments())].filter((_, at) => at % 16 === 0);
    let told = 0;
    for (const { words, documents } of mutants) {
      const after = versionOf(documents);
      if (after === undefined) continue;
      const all = consequences({ before: shipped, after });
      expect(all.length, words).toBeGreaterThan(0);
      for (const consequence of all) saidOf(consequence, shipped, after);
      told += 1;
    }
    expect(told).toBeGreaterThan(8);
  });
});
