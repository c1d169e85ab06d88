import type { Documents, Effects } from '#engine';
import { calculationOperators } from '#engine/compile/calculations.ts';
import type { ConditionOperator } from '#engine/compile/check-condition.ts';
import { factDefinitions } from '#engine/facts.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';

/**
 * Formats the reference of facts, conditions, calculations and effects, from the code and from the meta
 * schema of rules.
 */
export function formatRulesReference(documents: Documents): readonly string[] {
  return [
    ...formatFactsReference(),
    '',
    ...formatConditionsReference(),
    '',
    ...formatCalculationsReference(),
    '',
    ...formatEffectsReference(documents),
  ];
}

function formatFactsReference(): readonly string[] {
  return [
    '## Facts',
    '',
    'What a condition reads: `{"var": "page.inModal"}`. Ids are compared as text, the enquiry type by its key. A fact that is not known yet where a rule decides something is refused with `fact-too-late`.',
    '',
    ...formatMarkdownTable(
      ['fact', 'holds', 'known', 'meaning'],
      [
        ...factDefinitions.map(({ name, kind, stage, description }) => [
          formatMarkdownCode(name),
          kinds[kind],
          stages[stage],
          description,
        ]),
        [
          formatMarkdownCode('values.<field>'),
          kinds.value,
          stages.values,
          'The effective value of a field: what would be sent for it.',
        ],
        [
          formatMarkdownCode('values.<field>.<name>'),
          kinds.value,
          stages.values,
          'What an object has inside, at any depth: `values.boat.make`.',
        ],
        [
          formatMarkdownCode('values.<field>.count'),
          kinds.number,
          stages.values,
          'How many items a list has, 0 where there is none; of a list inside an object as well.',
        ],
        [
          formatMarkdownCode('options.<field>'),
          kinds.boolean,
          stages.values,
          'Something is offered for a field.',
        ],
        [formatMarkdownCode('item.value'), kinds.id, stages.item, 'What is sent for an option.'],
        [formatMarkdownCode('item.name'), kinds.text, stages.item, 'What content calls an option.'],
        [
          formatMarkdownCode('item.<fact>'),
          kinds.value,
          stages.item,
          'What `lists.json` declares that an item says of itself.',
        ],
      ],
    ),
  ];
}

function formatConditionsReference(): readonly string[] {
  return [
    '## Conditions',
    '',
    'A condition is an object with one operator. A bare `{"var": fact}` asks whether the fact is true, or not empty.',
    '',
    ...formatMarkdownTable(
      ['operator', 'holds where', 'example'],
      Object.entries(operators).map(([name, { meaning, example }]) => [
        formatMarkdownCode(name),
        meaning,
        formatMarkdownCode(JSON.stringify(example)),
      ]),
    ),
    '',
    'Only what is of one kind is compared: a number with a number, a date with a date like `"2028-01-31"`, a time with a time, a text with a text, an id with an id; anything else is refused. A text is not searched for another: `in` asks of lists. Nothing is less or more than what is missing; two answers that are missing are the same. 0 is an answer. A time without an offset from UTC, like `"09:30"`, is one of the clock: an answer is held against it as its visitor read it, whatever the offset; two times that both have an offset are compared as moments.',
    '',
    'Inside `some`, `all` and `none`, `{"var": "age"}` is what the item says, at any depth (`{"var": "engine.power"}`), and `{"var": ""}` an item that is itself a text or a number; any other name is that of a fact, so that an item can be compared with `today` or with an answer. A name that an item has means the item’s own. The items of one list are asked at a time.',
    '',
    'In place of a fact that is a date may stand that date some days, weeks, months or years later, or earlier: `{"+": [{"var": "today"}, 14, "days"]}`, `{"+": [{"var": "today"}, -18, "years"]}`; where a month has no such day, its last one counts. Ages are asked that way.',
    '',
    'A `when` compares a fact with a constant, or answers (`values.<field>`) and `today` with each other, so that the situations that differ can be counted; `preferTypes`, `eligible`, `offer` and `filter` may compare any two facts.',
  ];
}

function formatCalculationsReference(): readonly string[] {
  return [
    '## Calculations',
    '',
    'What stands in `calculate`: a fact, a constant, a shifted date, or an object with one operator over those. Numbers are calculated of numbers, texts joined of texts and numbers, dates shifted; anything else is refused, and so are fields that are calculated of each other in a circle.',
    '',
    ...formatMarkdownTable(
      ['operator', 'gives', 'example'],
      calculationOperators.map((name) => [
        formatMarkdownCode(name),
        calculationDescriptions[name].meaning,
        formatMarkdownCode(JSON.stringify({ [name]: calculationDescriptions[name].example })),
      ]),
    ),
    '',
    'While something that it is calculated from is missing, the field is empty; and so it is where a number would not be finite, as divided by 0. A number is rounded to a multiple of the schema’s `multipleOf`, for an integer to a whole one, half of a step away from 0; without either it keeps 15 digits. Months and years are whole ones, as dates are shifted: from the 31st of January to the 28th of February is a month, from the 29th of February to the 28th no year.',
    '',
    'A calculated field is no question. It is shown as an output, which is announced politely once the answer that changes it is committed, and is sent, stored and read by other rules like any other; what a request brings in its place counts for nothing. `require`, `preset`, `options`, `filter`, `enable`, `disable` and `readonly` are refused for it. Where none of its rules holds, it is empty.',
  ];
}

const calculationDescriptions: Readonly<
  Record<
    (typeof calculationOperators)[number],
    { readonly meaning: string; readonly example: readonly unknown[] }
  >
> = {
  '+': { meaning: 'the sum of numbers', example: [{ var: 'values.crew.count' }, 1] },
  '-': { meaning: 'the first number less the second', example: [{ var: 'values.price' }, 50] },
  '*': { meaning: 'the product of numbers', example: [{ var: 'values.metres' }, { var: 'values.rate' }] },
  '/': { meaning: 'the first number divided by the second', example: [{ var: 'values.price' }, 3] },
  cat: { meaning: 'texts and numbers, one behind the other', example: [{ var: 'values.metres' }, ' m'] },
  days: {
    meaning: 'days from the first date to the second, below 0 where that comes before',
    example: [{ var: 'values.from' }, { var: 'values.to' }],
  },
  months: {
    meaning: 'whole months between two dates',
    example: [{ var: 'values.from' }, { var: 'values.to' }],
  },
  years: {
    meaning: 'whole years between two dates: an age',
    example: [{ var: 'values.born' }, { var: 'today' }],
  },
};

function formatEffectsReference(documents: Documents): readonly string[] {
  const definitions = asObject(asObject(documents['meta/rules.schema.json']).$defs);
  const effects = asObject(asObject(definitions.effects).properties);
  return [
    '## Effects',
    '',
    'What stands in the `then` of a rule. Rules have no order: what several of them do adds up, hidden beats concealed beats shown, disabled beats read-only, the strictest limit counts. What some rule shows, or enables, is there, or can be used, only where one of those rules holds. Two rules that would give one field two presets, option sets, bounds, labels or hints in the same situation are refused.',
    '',
    'What is read-only or disabled is not answered: what was entered counts for nothing and is kept for when it counts again, what is sent is the preset, and no rule requires it.',
    '',
    ...formatMarkdownTable(
      ['effect', 'meaning', 'decided'],
      Object.entries(effects).map(([name, schema]) => [
        formatMarkdownCode(name),
        String(asObject(schema).description ?? ''),
        decidedWhen[name as keyof Effects],
      ]),
    ),
  ];
}

const kinds = {
  boolean: 'true or false',
  id: 'an id',
  text: 'a text',
  list: 'a list',
  number: 'a number',
  date: 'a date',
  type: 'a key',
  value: 'a value',
} as const;

const stages = {
  given: 'from the start',
  candidate: 'in `preferTypes`',
  office: 'in `eligible` and `offer`',
  anyEligible: 'once offices are eligible',
  type: 'once the type is chosen',
  anyOffered: 'once offices are offered',
  item: 'in `filter`',
  values: 'for fields',
} as const;

/** The facts that a rule's `when` may read, by effect. */
const decidedWhen: Readonly<Record<keyof Effects, string>> = {
  excludeTypes: 'first, with what is given',
  preferTypes: 'first, with what is given',
  eligible: 'first, with what is given',
  hideSection: 'once offices are eligible',
  offer: 'once the type is chosen',
  hide: 'last (of `enquiry_type`: once offices are eligible)',
  show: 'last (of `enquiry_type`: once offices are eligible)',
  conceal: 'last (of `enquiry_type`: once offices are eligible)',
  require: 'last (of `enquiry_type`: once offices are eligible)',
  disable: 'last',
  enable: 'last',
  readonly: 'last',
  options: 'last',
  filter: 'last',
  preset: 'last',
  calculate: 'last',
  limit: 'last',
  bound: 'last',
  recipient: 'last',
  destinations: 'last',
  label: 'last',
  hint: 'last',
};

const operators: Readonly<
  Record<'var' | ConditionOperator, { readonly meaning: string; readonly example: unknown }>
> = {
  var: { meaning: 'the fact is true, or not empty', example: { var: 'page.inModal' } },
  and: {
    meaning: 'all of these hold',
    example: { and: [{ var: 'page.inModal' }, { var: 'site.isInternational' }] },
  },
  or: {
    meaning: 'some of these holds',
    example: { or: [{ var: 'page.inModal' }, { var: 'page.isForLanding' }] },
  },
  '!': { meaning: 'this does not hold', example: { '!': { var: 'page.eventTitle' } } },
  some: {
    meaning: 'this holds of some item of the list',
    example: { some: [{ var: 'values.crew' }, { '<': [{ var: 'age' }, 18] }] },
  },
  all: {
    meaning: 'the list has items, and this holds of all of them',
    example: { all: [{ var: 'values.crew' }, { var: 'sails' }] },
  },
  none: {
    meaning: 'this holds of no item; also where there is none',
    example: { none: [{ var: 'values.sizes' }, { '>': [{ var: '' }, 40] }] },
  },
  '==': { meaning: 'both are the same', example: { '==': [{ var: 'site.id' }, '119'] } },
  '!=': {
    meaning: 'the two are not the same',
    example: { '!=': [{ var: 'values.email' }, { var: 'values.email_again' }] },
  },
  in: { meaning: 'the list holds it', example: { in: [{ var: 'type' }, ['general', 'sales']] } },
  '<': { meaning: 'the first is less', example: { '<': [{ var: 'today.nextYear' }, 2030] } },
  '<=': { meaning: 'the first is not more', example: { '<=': [{ var: 'values.guests' }, 12] } },
  '>': { meaning: 'the first is more', example: { '>': [{ var: 'today.nextYear' }, 2030] } },
  '>=': {
    meaning: 'the first is not less',
    example: { '>=': [{ var: 'values.start' }, { '+': [{ var: 'today' }, 14, 'days'] }] },
  },
};
