import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, writeDocuments } from '../support/forms.ts';
import { type Changes, changed, type Doc } from './checking.ts';
import { scratch, slipway } from './run-cli.ts';

/** A folder with our forms in `old`, and with some of them changed in `new`. */
function versions(changes: Changes): string {
  const folder = scratch();
  writeDocuments(join(folder, 'old'));
  writeDocuments(join(folder, 'new'), changed(changes));
  return folder;
}

interface Told {
  readonly kind: string;
  readonly type?: string;
  readonly types?: readonly string[];
  readonly field?: string;
  readonly situations: number;
  readonly of: number;
  readonly example: { readonly on: object; readonly page?: string } | null;
  readonly sentence: string;
}

async function told(changes: Changes, ...words: readonly string[]): Promise<readonly Told[]> {
  const { code, out } = await slipway(['diff', 'old', 'new', '--json', ...words], { cwd: versions(changes) });
  expect(code).toBe(0);
  return JSON.parse(out);
}

const sentences = async (changes: Changes, ...words: readonly string[]) =>
  (await told(changes, ...words)).map(({ sentence }) => sentence);

const rule = (id: string, change: (rule: Doc) => void) => (document: Doc) =>
  change(document.rules.find((each: Doc) => each.id === id));

const plant = (planted: object) => (document: Doc) =>
  document.rules.push({ id: 'planted', description: 'A planted rule.', ...planted });

const threePhotos: Changes = {
  'rules.json': rule('one-photo', ({ then }) => {
    then.limit.upload.count = 3;
  }),
};

describe('slipway diff', () => {
  it('says that nothing changes where nothing does', async () => {
    const cwd = versions({});
    expect(await slipway(['diff', 'old', 'new'], { cwd })).toEqual({
      ...{ code: 0, err: '' },
      out: 'Nothing changes for visitors.\n',
    });
    expect(await slipway(['diff', 'old', 'new', '--json'], { cwd })).toMatchObject({ code: 0, out: '[]\n' });
  });

  it.each([
    ['en', 'Service and repair: “Photo” takes more: at most 3 files, so far at most 1 file.'],
    ['ar', 'الصيانة والإصلاح: «الصورة» يقبل أكثر: 3 ملفات على الأكثر، وكان ملف واحد على الأكثر.'],
  ])('speaks %s', async (locale, sentence) => {
    expect(await sentences(threePhotos, '--locale', locale)).toEqual([sentence]);
  });

  it('tells programs what, of which type and field, in how many situations, with one of them', async () => {
    const [only, ...others] = await told(threePhotos);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      ...{ kind: 'wider', type: 'service', field: 'upload', about: 'count', before: 1, after: 3 },
      example: { on: { types: ['service'] } },
    });
    expect(only?.situations).toBeGreaterThan(0);
    expect(only?.situations).toBe(only?.of);
  });

  it.each<readonly [what: string, changes: Changes, sentences: readonly string[]]>([
    [
      'a type that a site loses',
      {
        'rules.json': plant({
          when: { '==': [{ var: 'site.id' }, '305'] },
          then: { excludeTypes: ['valuation'] },
        }),
      },
      ['On Lantern Quay Boat valuation is no longer offered.'],
    ],
    [
      'what is required no more',
      Object.fromEntries(
        ['general', 'sales', 'service', 'careers', 'event'].map((type) => [
          `forms/${type}/schema.json`,
          (schema: Doc) => {
            schema.required = schema.required.filter((name: string) => name !== 'message');
          },
        ]),
      ),
      ['“Message” becomes optional everywhere.'],
    ],
    [
      'what is hidden when another answer is given',
      {
        'rules.json': plant({
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
        'The label of “Phone number” reads “Fon” instead of “Telefonnummer” (German).',
        'The text “thank-you.reference” of the thanks reads “Your reference is {reference}.” instead of “Ihre Vorgangsnummer ist {reference}.” (German).',
        'The mail’s text “mail.reply” reads “Reply to this mail to answer the visitor.” instead of “Ihre Antwort auf diese E-Mail geht direkt an diese Person.” (German).',
        '2 texts lack German.',
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
        'The label of “Name” reads “Name!” instead of “Name” (German).',
        expect.stringMatching(/^The message “required” of “Name” reads “.+!” instead of “.+” \(German\)\.$/),
        expect.stringMatching(/^The message “too-long” of “Name” reads “.+!” instead of “.+” \(German\)\.$/),
        expect.stringMatching(/^\d\d texts of the mails read otherwise \(German\)\.$/),
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
          schema.examples = schema.examples.map(({ phone: _phone, ...example }: Doc) => example);
        },
      },
      [
        'Buying a yacht: “Phone number” is gone.',
        'Buying a yacht: “Years afloat” is a new field.',
        'Buying a yacht: when some office is offered and the form is not in a modal, the fields stand in another order.',
      ],
    ],
    [
      'another preset, another mail and choices that come and go',
      {
        'rules.json': (document) => {
          plant({ then: { preset: { condition_of_boat: 5 } } })(document);
          document.rules.push({
            id: 'desk',
            description: 'The desk answers.',
            when: { '==': [{ var: 'type' }, 'service'] },
            then: { recipient: 'desk' },
          });
        },
        'forms/valuation/schema.json': ({ properties }) => {
          properties.tax_paid_status.enum = ['tax-paid', 'margin-scheme'];
        },
        'texts/en.json': (texts) => {
          texts['options.tax_paid_status.margin-scheme'] = 'Margin scheme';
          delete texts['options.tax_paid_status.tax-not-paid'];
        },
      },
      [
        'Service and repair: the mail goes to “desk”.',
        '“Tax status” loses one choice: “Tax not paid”.',
        '“Tax status” gains one choice: “Margin scheme”.',
        '“Condition of the boat” starts with 5.',
        'One text lacks Arabic.',
        'One text lacks German.',
        'One text lacks French.',
      ],
    ],
    [
      'a type that is retired, and one that is new',
      {
        'enquiry-types.json': ({ enquiryTypes }) => {
          enquiryTypes.find(({ key }: Doc) => key === 'event').retired = true;
          enquiryTypes.push({ id: 77, key: 'berth', folder: 'berth', names: { en: 'Berth' } });
        },
        'forms/berth/schema.json': (schema) => {
          Object.assign(schema, documents()['forms/general/schema.json'], { title: 'Berth' });
        },
        'forms/berth/ui.json': (ui) => {
          Object.assign(ui, documents()['forms/general/ui.json']);
        },
      },
      ['Events is retired.', 'Berth is a new enquiry type.'],
    ],
    [
      'conditions of a schema, another widget, other bounds',
      {
        'forms/service/schema.json': (schema) => {
          schema.if = { properties: { boat_model: { const: 'Osprey' } }, required: ['boat_model'] };
          schema.then = { required: ['hin_number'] };
        },
        'ui.json': (ui) => {
          ui.message['ui:widget'] = 'text';
        },
        'rules.json': rule('year', ({ then }) => {
          then.bound.year.minimum = 1950;
        }),
      },
      [
        '“Year of build” takes less: 1950 or more, so far 1900 or more.',
        'Service and repair: when “Boat model” is “Osprey”, answers are judged otherwise beside each other.',
        '“Message” is drawn otherwise: text instead of textarea.',
      ],
    ],
    [
      'a rule that matters, and one beside it that does not',
      {
        'rules.json': (document) => {
          rule('one-photo', ({ then }) => {
            then.limit.upload.count = 2;
          })(document);
          plant({ when: { var: 'page.inModal' }, then: { hide: ['office_location'] } })(document);
        },
      },
      [
        'Service and repair: “Photo” takes more: at most 2 files, so far at most 1 file.',
        'What changed in the rule “A planted rule” changes nothing for visitors.',
      ],
    ],
    [
      'answers that are refused now, and others that are taken',
      {
        'fields.json': ({ $defs }) => {
          $defs.message.maxLength = 500;
          delete $defs.phone.pattern;
        },
      },
      [
        '“Message” takes less: at most 500 characters, so far at most 5000 characters.',
        '“Phone number” takes answers that it refused, for example “Something”.',
      ],
    ],
    [
      'what changes nothing for visitors',
      {
        'rules.json': rule('no-valuation-abroad', (one) => {
          one.description = 'Abroad no boat is valued.';
        }),
        'scenarios.json': (document) => {
          document.scenarios.length = 3;
        },
      },
      [
        'What changed in the rule “Abroad no boat is valued” changes nothing for visitors.',
        'What changed in “scenarios.json” changes nothing for visitors.',
      ],
    ],
    [
      'what a schema asks of answers together, where no rule and no branch asks for them',
      {
        'forms/service/schema.json': (schema) => {
          schema.dependentRequired = { boat_model: ['hin_number'] };
        },
      },
      [
        expect.stringMatching(
          /^Service and repair: answers are judged otherwise beside each other in \d+ of \d+ situations\.$/,
        ),
      ],
    ],
  ])('tells of %s', async (_what, changes, expected) => {
    expect(await sentences(changes)).toEqual(expected);
  });

  it('names the offices that a type loses on the pages of a site', async () => {
    const all = await told({
      'rules.json': rule('sales-offices', ({ then }) => {
        then.offer = { and: [then.offer, { in: ['general', { var: 'office.services' }] }] };
      }),
    });
    const lost = all.filter(({ kind }) => kind === 'offices-lost');
    expect(lost.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/^Buying a yacht on Trevarrow International loses \d+ offices: .+\.$/),
    );
    for (const { type, example, situations, of } of lost) {
      expect(type).toBe('sales');
      expect(example?.page).toMatch(/^\//);
      expect(situations).toBeLessThanOrEqual(of);
    }
    expect(all.filter(({ kind }) => kind === 'offices')).toEqual([]);
  });

  it('names the events that pages of a site lose, each by its title', async () => {
    const leaving = (title: string): Changes => ({
      'rules.json': plant({
        when: { '==': [{ var: 'type' }, 'event'] },
        then: { filter: { interested_in: { '!=': [{ var: 'item.value' }, title] } } },
      }),
    });
    const [lost, ...others] = (await told(leaving('Lymington Berth Day 2027'))).filter(
      ({ kind }) => kind !== 'documents-only',
    );
    expect(others).toEqual([]);
    expect(lost).toMatchObject({ kind: 'choices-removed', type: 'event', field: 'interested_in' });
    expect(lost?.sentence).toBe(
      'Events: on Trevarrow Solent “Event” loses one choice: “Lymington Berth Day 2027”.',
    );
    expect(lost?.example?.page).toMatch(/^\//);
    // Nobody is offered what nobody announces.
    expect(await sentences(leaving('No such day'))).not.toContainEqual(expect.stringContaining('loses'));
  });

  it('is told for people with how often, and one situation', async () => {
    const hidden = plant({ when: { var: 'page.inModal' }, then: { hide: ['phone'] } });
    const { out } = await slipway(['diff', 'old', 'new'], { cwd: versions({ 'rules.json': hidden }) });
    expect(out).toMatch(
      /^- When the form is in a modal, “Phone number” is no longer shown\.\n {4}\d+ of \d+ situations; For example when .*modal.*\.\n\n1 thing changes for visitors\.\n$/,
    );
  });

  it('refuses what is no form, with its reasons on standard output and code 1', async () => {
    const folder = scratch();
    writeDocuments(join(folder, 'old'));
    writeDocuments(join(folder, 'new'), { ...documents(), 'rules.json': { rules: [{ id: 'x' }] } });
    const { code, out, err } = await slipway(['diff', 'old', 'new'], { cwd: folder });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('new/rules.json');
    const inJson = await slipway(['diff', 'new', 'old', '--json'], { cwd: folder });
    expect(inJson.code).toBe(1);
    expect(JSON.parse(inJson.out)).toMatchObject({ ok: false, findings: [{ file: 'rules.json' }, {}] });
  });

  it('takes a checkout of git for the documents that it holds', async () => {
    const folder = scratch();
    writeDocuments(join(folder, 'checkout', 'schemas'));
    writeDocuments(join(folder, 'new'), changed(threePhotos));
    const { code, out } = await slipway(['diff', 'checkout', 'new'], { cwd: folder });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('takes more') });
  });

  it.each([
    [['diff'], 2],
    [['diff', 'old'], 2],
    [['diff', 'old', 'new', 'more'], 2],
    [['diff', 'old', 'nowhere'], 2],
    [['diff', 'old', ''], 2],
    [['diff', 'old', 'new', '--locale', 'nl'], 2],
    [['diff', 'old', 'live'], 2],
    [['diff', 'old', 'new', '--content', 'nowhere'], 3],
  ] as const)('answers %j with code %i and one line', async (words, code) => {
    const run = await slipway(words, { cwd: versions({}) });
    expect(run.code).toBe(code);
    expect(run.err.trim().split('\n')).toHaveLength(1);
  });
});
