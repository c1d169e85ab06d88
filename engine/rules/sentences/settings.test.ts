import { describe, expect, it } from 'vitest';
import settingsSchema from '#schemas/meta/settings.schema.json' with { type: 'json' };
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import { flattenSettings } from '../../compare/flatten-settings.ts';
import type { Json } from '../../model/types.ts';
import { createConsequenceDescriber, sentenceLocales, sentenceToText } from './index.ts';

const documents = readFrozenDocuments();
const version = { form: compileTestForm(documents), documents };

/** Two values of each setting. */
const changes: Readonly<Record<string, readonly [Json, Json]>> = {
  failureField: ['name', 'email'],
  fallbackLocale: ['en', 'de'],
  'success.scrollDelayMs': [50, 0],
  'success.scrollDurationMs': [300, 1000],
  'success.scrollOffsetPx': [90, 1],
  summaryAbove: [2, 0],
  pipedLength: [60, 1200],
  widgets: [['Rating'], ['Rating', 'Slider']],
  widgetModules: [{ Rating: '/own/rating.js' }, { Rating: '/own/stars.js' }],
  fields: [['Berth'], ['Mooring']],
  recipient: ['office@yard.example', 'desk@yard.example'],
  operation: ['Send', 'Feedback'],
  sendTimeoutMs: [30_000, 1000],
  'sendLater.days': [7, 3],
};

/** Returns the sentence about a setting without marks of direction. */
function describeChange(
  about: string,
  locale: string,
  [before, after]: readonly (Json | undefined)[],
): string {
  const describeConsequence = createConsequenceDescriber({ before: version, after: version, locale });
  return sentenceToText(
    describeConsequence({
      kind: 'setting',
      about,
      where: { in: 'all' },
      situations: 0,
      of: 0,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }),
  ).replaceAll(/\p{Cf}/gu, '');
}

describe('sentences about settings', () => {
  it('are tested for every setting', () => {
    const { success, sendLater, $schema, ...rest } = settingsSchema.properties;
    const all = flattenSettings({
      ...rest,
      success: success.properties,
      sendLater: sendLater.else.properties,
    });
    expect(Object.keys(changes).sort()).toEqual([...all.keys()].sort());
  });

  it.each(Object.entries(changes))('have no keys and no JSON: %s', (about, [one, other]) => {
    for (const locale of sentenceLocales)
      for (const change of [
        [one, other],
        [other, undefined],
        [undefined, one],
      ])
        expect(describeChange(about, locale, change)).not.toMatch(
          new RegExp(`${about}|[{}[\\]]|undefined|null|Ms\\b|Px\\b|\\b[a-z]+[A-Z]`),
        );
  });

  it.each([
    [
      'sendLater.days',
      'en',
      7,
      3,
      'Sending later without a connection: within 3 days (before: within 7 days).',
    ],
    ['sendLater.days', 'en', 7, undefined, 'Sending later without a connection: switched off.'],
    ['sendLater.days', 'de', undefined, 1, 'Späteres Senden ohne Verbindung: innerhalb von 1 Tag.'],
    [
      'failureField',
      'en',
      'name',
      'email',
      'Where a failed send is reported: at the field “Email address” (before: at the field “Name”).',
    ],
    [
      'fallbackLocale',
      'fr',
      'en',
      'de',
      'Langue des textes sans traduction\u202f: «\u202fallemand\u202f» (avant\u202f: «\u202fanglais\u202f»).',
    ],
    [
      'sendTimeoutMs',
      'en',
      30_000,
      undefined,
      'How long a page waits for the answer to an enquiry: as long as the browser waits.',
    ],
    [
      'success.scrollDelayMs',
      'de',
      50,
      1000,
      'Pause, bevor die Seite zum Dank rollt: 1 Sekunde (vorher: 0,05 Sekunden).',
    ],
    [
      'summaryAbove',
      'ar',
      2,
      11,
      'قائمة المشكلات فوق النموذج: عند أكثر من 11 مشكلة (سابقًا: عند أكثر من مشكلتين).',
    ],
  ])('say %s in %s', (about, locale, before, after, sentence) => {
    expect(describeChange(about, locale, [before, after])).toBe(sentence);
  });
});
