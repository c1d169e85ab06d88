import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { CheckedDocument, DocumentChanges } from './checking.ts';
import {
  allowThreePhotos,
  listDiffSentences,
  plantRuleAtEnd,
  runDiff,
  writeVersions,
} from './diff-versions.ts';
import { runSlipway } from './run-cli.ts';

describe('slipway diff', () => {
  it('says that nothing changes where nothing does', async () => {
    const cwd = writeVersions({});
    expect(await runSlipway(['diff', 'old', 'new'], { cwd })).toEqual({
      code: 0,
      err: '',
      out: 'Nothing changes for visitors.\n',
    });
    expect(await runSlipway(['diff', 'old', 'new', '--json'], { cwd })).toMatchObject({
      code: 0,
      out: '[]\n',
    });
  });

  it('names what changes in the content, and a list that comes from an address', async () => {
    const cwd = writeVersions({});
    const write = (version: string, file: string, value: unknown) => {
      const folder = join(cwd, version, 'content');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), JSON.stringify(value));
    };
    const office = { id: 1, name: 'Falmouth' };
    write('old', 'offices.json', [office]);
    write('new', 'offices.json', [{ ...office, email: 'falmouth@a.example' }]);
    write('new', 'sources.json', { events: { url: 'https://cms.a.example', everyMinutes: 60 } });
    // The old version may have had other models: nothing is known about them without the content folder.
    write('new', 'yacht-models.json', [{ name: 'Pilot 40' }]);
    const { out } = await runSlipway(['diff', 'old', 'new'], { cwd });
    expect(out).toContain(
      'The address from which the events come is “https://cms.a.example”, where there was nothing.',
    );
    expect(out).toContain('The mail address of “Falmouth” (offices) is “falmouth@a.example”');
    expect(out).not.toContain('Pilot');
    mkdirSync(join(cwd, 'content'));
    for (const file of ['sites', 'pages', 'enquiry-types', 'offices', 'events', 'yacht-models'])
      writeFileSync(join(cwd, 'content', `${file}.json`), '[]');
    const known = await runSlipway(['diff', 'old', 'new', '--content', 'content'], { cwd });
    expect(known.out).toContain('Yacht models: “Pilot 40” is new.');
  });

  it.each([
    ['en', 'Service and repair: “Photo” accepts more: at most 3 files, before at most 1 file.'],
    ['ar', 'الصيانة والإصلاح: «الصورة» يقبل أكثر: 3 ملفات على الأكثر، وكان ملف واحد على الأكثر.'],
  ])('speaks %s', async (locale, sentence) => {
    expect(await listDiffSentences(allowThreePhotos, '--locale', locale)).toEqual([sentence]);
  });

  it('tells programs what, of which type and field, in how many situations, with one of them', async () => {
    const [only, ...others] = await runDiff(allowThreePhotos);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      kind: 'wider',
      type: 'service',
      field: 'upload',
      about: 'count',
      before: 1,
      after: 3,
      example: { on: { types: ['service'] } },
    });
    expect(only?.situations).toBeGreaterThan(0);
    expect(only?.situations).toBe(only?.of);
  });

  it.each<readonly [what: string, changes: DocumentChanges, sentences: readonly string[]]>([
    [
      'a type that a site loses',
      {
        'rules.json': plantRuleAtEnd({
          when: { '==': [{ var: 'site.id' }, '305'] },
          then: { excludeTypes: ['valuation'] },
        }),
      },
      ['On Lantern Quay, Boat valuation is no longer offered.'],
    ],
    [
      'what is required no more',
      Object.fromEntries(
        ['general', 'sales', 'service', 'careers', 'event'].map((type) => [
          `forms/${type}/schema.json`,
          (schema: CheckedDocument) => {
            schema.required = schema.required.filter((name: string) => name !== 'message');
          },
        ]),
      ),
      ['“Message” becomes optional everywhere.'],
    ],
    [
      'what is hidden when another answer is given',
      {
        'rules.json': plantRuleAtEnd({
          when: { and: [{ '==': [{ var: 'type' }, 'service'] }, { var: 'values.hin_number' }] },
          then: { hide: ['boat_model'] },
        }),
      },
      [
        'Service and repair: when “Hull identification number (HIN)” is filled in, “Boat model” is no longer shown.',
      ],
    ],
    [
      'a label in one language, and texts that begin to lack it',
      {
        'texts/de.json': (texts) => {
          texts['fields.phone.label'] = 'Fon';
          delete texts['thank-you.reference'];
          delete texts['mail.reply'];
        },
      },
      [
        'The label of “Phone number” is now “Fon” instead of “Telefonnummer” (German).',
        'The reference on the thank-you page is now “Your reference is {reference}.” instead of “Ihre Vorgangsnummer ist {reference}.” (German).',
        'The text “mail.reply” of the mail is now “Reply to this mail to answer the visitor.” instead of “Ihre Antwort auf diese E-Mail geht direkt an diese Person.” (German).',
        '2 texts are missing in German.',
      ],
    ],
    [
      'one sentence of a text with a sentence per number',
      {
        'texts/en.json': (texts) => {
          texts['summary.heading'] =
            '{count, plural, one {One answer needs another look} other {# answers need a second look}}';
        },
      },
      [
        'The text “summary.heading” is now “{count} answers need a second look” instead of “{count} answers need another look” (English).',
      ],
    ],
    [
      'many texts at once',
      {
        'texts/de.json': (texts) => {
          for (const key of Object.keys(texts))
            if (/^mail\.|fields\.name\.(?:label|problems)/.test(key)) texts[key] = `${texts[key]}!`;
        },
      },
      [
        'The label of “Name” is now “Name!” instead of “Name” (German).',
        expect.stringMatching(/^The message “required” of “Name” is now “.+!” instead of “.+” \(German\)\.$/),
        expect.stringMatching(/^The message “too-long” of “Name” is now “.+!” instead of “.+” \(German\)\.$/),
        expect.stringMatching(/^\d\d texts of the mails are different \(German\)\.$/),
      ],
    ],
    [
      'another order of the fields (one of them is not always there), a field that is new, and one that is gone',
      {
        'forms/sales/ui.json': (ui) => {
          const order = ui['ui:order'].filter((name: string) => name !== 'phone');
          ui['ui:order'] = [...order.slice(1), order[0], 'years_afloat'];
          delete ui.phone;
        },
        'forms/sales/schema.json': (schema) => {
          delete schema.properties.phone;
          schema.properties.years_afloat = { title: 'Years afloat', type: 'integer' };
          schema.examples = schema.examples.map(({ phone: _phone, ...example }: CheckedDocument) => example);
        },
      },
      [
        'Buying a yacht: “Phone number” is removed.',
        'Buying a yacht: “Years afloat” is a new field.',
        'Buying a yacht: when there is an office to choose and the form is not in a dialog, the fields are in a different order.',
      ],
    ],
  ])('tells of %s', async (_what, changes, expected) => {
    expect(await listDiffSentences(changes)).toEqual(expected);
  });
});
