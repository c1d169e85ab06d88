import { describe, expect, it } from 'vitest';
import { checkDocuments, listFindings } from '../cli/checking.ts';
import { compileTestForm } from '../support/forms.ts';
import { createBerthDocuments } from './berths.ts';

type Doc = Readonly<Record<string, unknown>>;

function withRule(rule: Doc): Doc {
  const { rules } = createBerthDocuments()['rules.json'] as { readonly rules: readonly Doc[] };
  return createBerthDocuments({
    'rules.json': { rules: [...rules, { id: 'planted', description: 'A planted slip.', ...rule }] },
  });
}

describe('a form whose rules show, enable, fix and word its fields', () => {
  it('is as its scenarios say, nobody is stuck in it, and every rule matters', () => {
    const relevant = checkDocuments(createBerthDocuments()).findings.filter(
      ({ severity, file }) => severity !== 'note' && file !== 'texts/de.json',
    );
    expect(relevant.filter(({ code }) => code !== 'missing-translation')).toEqual([]);
  });

  it.each([
    [
      'shown for another type alone',
      { when: { '==': [{ var: 'type' }, 'sales'] }, then: { show: ['message'] } },
      /^required-hidden .*"message" is required for "general", but hidden by the rule "planted"/,
    ],
    [
      'enabled once another is answered',
      { when: { var: 'values.phone' }, then: { enable: ['email'] } },
      /^required-fixed .*"email" is required for "general", but disabled by the rule "planted"/,
    ],
    [
      'read-only without a preset',
      { when: { var: 'values.phone' }, then: { readonly: ['message'] } },
      /^required-fixed .*"message" is required for "general", but read-only/,
    ],
    [
      'shown wherever there is anything',
      { then: { show: ['phone'] } },
      /^rule-never-matters .*"planted" changes nothing/,
    ],
    [
      'given two labels at once',
      { when: { var: 'values.phone' }, then: { label: { message: 'crane-days' } } },
      /^rule-conflict .*"berth" and "planted" both set the label of "message"/,
    ],
    [
      'given a text that there is not',
      { then: { hint: { phone: 'crane-day' } } },
      /^missing-text .*there is no text "crane-day".*"crane-days"/,
    ],
    [
      'deciding a second recipient of one mail',
      { when: { var: 'values.day' }, then: { recipient: 'day-desk' } },
      /^rule-conflict .*"crane" and "planted" both set the recipient of the mail where/,
    ],
    [
      'named as a recipient and is none',
      { when: { var: 'values.day' }, then: { recipient: { var: 'values.length' } } },
      /^bad-value .*"recipient" is an id, but "values.length" is a number/,
    ],
    [
      'required where a whole of what is inside others hides it',
      {
        when: {
          and: [
            { '<': [{ var: 'values.boat.beam' }, 2] },
            { '==': [{ var: 'values.boat.make' }, 'Alerion'] },
            { '>': [{ var: 'values.crew.count' }, 7] },
          ],
        },
        then: { hide: ['message'] },
      },
      /^required-hidden .*"message" is required for "general", but hidden by the rule "planted"/,
    ],
    [
      'asked for where no list is so long and so short',
      {
        when: {
          and: [{ '>': [{ var: 'values.crew.count' }, 2] }, { '<': [{ var: 'values.crew.count' }, 3] }],
        },
        then: { require: ['phone'] },
      },
      /^rule-never-holds .*its condition contradicts itself/,
    ],
    [
      'asked inside of by a name that is not there',
      { when: { var: 'values.boat.maker' }, then: { require: ['phone'] } },
      /^unknown-fact .*unknown fact "values.boat.maker".*"values.boat.make"/,
    ],
    [
      'compared inside with another kind',
      { when: { '>': [{ var: 'values.boat.beam' }, 'wide'] }, then: { require: ['phone'] } },
      /^bad-condition .*"values.boat.beam" is compared with a number/,
    ],
    [
      'waiting for what is inside itself',
      { when: { var: 'values.boat.make' }, then: { show: ['boat'] } },
      /^field-circle .*boat -> boat/,
    ],
    ['of the type itself', { then: { readonly: ['enquiry_type'] } }, /^unknown-field /],
    [
      'waiting for itself',
      { when: { var: 'values.day' }, then: { enable: ['day'] } },
      /^field-circle .*day -> day/,
    ],
  ])('tells of a field that is %s', (_what, rule, says) => {
    const reported = listFindings(withRule(rule)).map(({ code, reason }) => `${code} ${reason}`);
    expect(reported).toContainEqual(expect.stringMatching(says));
  });
});

describe('without scripts', () => {
  it('a type in which answers decide by rules has the button that shows what they bring, and no other', () => {
    const types = compileTestForm(createBerthDocuments()).types.map(({ key, isDeciding = false }) => [
      key,
      isDeciding,
    ]);
    expect(Object.fromEntries(types)).toMatchObject({ general: true, service: false });
  });
});
