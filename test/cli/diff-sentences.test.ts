import { describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import type { CheckedDocument, DocumentChanges } from './checking.ts';
import { changeRuleById, listDiffSentences, plantRuleAtEnd } from './diff-versions.ts';

const everySite = ['Trevarrow', 'Trevarrow Solent', 'Trevarrow International', 'Lantern Quay'];

describe('slipway diff', () => {
  it.each<readonly [what: string, changes: DocumentChanges, sentences: readonly string[]]>([
    [
      'another preset, another mail and choices that come and go',
      {
        'rules.json': (document) => {
          plantRuleAtEnd({ then: { preset: { condition_of_boat: 5 } } })(document);
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
        'One text is missing in Arabic.',
        'One text is missing in German.',
        'One text is missing in French.',
      ],
    ],
    [
      'a type that is retired, and one that is new',
      {
        'enquiry-types.json': ({ enquiryTypes }) => {
          enquiryTypes.find(({ key }: CheckedDocument) => key === 'event').retired = true;
          enquiryTypes.push({ id: 77, key: 'berth', folder: 'berth', names: { en: 'Berth' } });
        },
        'forms/berth/schema.json': (schema) => {
          Object.assign(schema, readFrozenDocuments()['forms/general/schema.json'], { title: 'Berth' });
        },
        'forms/berth/ui.json': (ui) => {
          Object.assign(ui, readFrozenDocuments()['forms/general/ui.json']);
        },
      },
      [
        'Events is archived.',
        ...everySite.map((site) => `On ${site}, Events is no longer offered.`),
        'Berth is a new enquiry type.',
        ...everySite.map((site) => `On ${site}, Berth is now offered.`),
      ],
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
        'rules.json': changeRuleById('year', ({ then }) => {
          then.bound.year.minimum = 1950;
        }),
      },
      [
        '“Year of build” accepts less: 1950 or more, before 1900 or more.',
        'Service and repair: when “Boat model” is “Osprey”, combinations of answers are validated differently.',
        '“Message” has a different appearance: text instead of textarea.',
      ],
    ],
    [
      'a rule that matters, and one beside it that does not',
      {
        'rules.json': (document) => {
          changeRuleById('one-photo', ({ then }) => {
            then.limit.upload.count = 2;
          })(document);
          plantRuleAtEnd({ when: { var: 'page.inModal' }, then: { hide: ['office_location'] } })(document);
        },
      },
      [
        'Service and repair: “Photo” accepts more: at most 2 files, before at most 1 file.',
        'The change of the rule “A planted rule” changes nothing for visitors.',
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
        '“Message” accepts less: at most 500 characters, before at most 5000 characters.',
        '“Phone number” accepts answers that it refused before, for example “Something”.',
      ],
    ],
    [
      'what changes nothing for visitors',
      {
        'rules.json': changeRuleById('no-valuation-abroad', (one) => {
          one.description = 'Abroad no boat is valued.';
        }),
        'scenarios.json': (document) => {
          document.scenarios.length = 3;
        },
      },
      [
        'The change of the rule “Abroad no boat is valued” changes nothing for visitors.',
        'The changed expectations change nothing for visitors.',
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
          /^Service and repair: combinations of answers are validated differently in \d+ of \d+ situations\.$/,
        ),
      ],
    ],
  ])('tells of %s', async (_what, changes, expected) => {
    expect(await listDiffSentences(changes)).toEqual(expected);
  });
});
