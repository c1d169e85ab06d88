import { describe, expect, it } from 'vitest';
import type { Consequence } from '#engine/compare/consequence.ts';
import { consequenceKinds } from '#engine/compare/index.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { compileVersionOrThrow, describeChanges, locales, renderInAllLocales } from './sentence-cases.ts';

describeChanges({ rules: 6, every: 40 });

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

/** Kinds without the value before or after. */
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
  const shipped = compileVersionOrThrow(readShippedDocuments());

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
        const message = renderInAllLocales({ ...plain, ...value }, shipped, shipped);
        expect(new Set(message).size).toBe(locales.length);
      }
    },
  );
});
