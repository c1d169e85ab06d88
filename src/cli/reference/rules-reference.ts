import type { Documents } from '#engine';
import { calculationOperators } from '#engine/compile/conditions/calculations.ts';
import type { ConditionOperator } from '#engine/compile/conditions/check-condition.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { type EffectName, getEffectDefinition, mayAlsoName } from '#engine/model/effects.ts';
import { factDefinitions } from '#engine/model/facts.ts';
import { presetPhrases, presetStages } from '../preset/help.ts';
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';

/**
 * Formats the reference of facts, conditions, calculations and effects as lines of Markdown. The descriptions
 * of effects come from the meta schema of rules, the rest from the code.
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

/** Returns the table of facts: name, type, stage in which it is known, and meaning. */
function formatFactsReference(): readonly string[] {
  return [
    '## Facts',
    '',
    'Conditions read facts: `{"var": "page.inModal"}`. Ids are compared as text, the enquiry type by its key. A rule that reads a fact before it is known is refused (`fact-too-late`).',
    '',
    ...formatMarkdownTable(
      ['fact', 'type', 'known', 'meaning'],
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
          'The effective value of a field, as it would be sent.',
        ],
        [
          formatMarkdownCode('values.<field>.<name>'),
          kinds.value,
          stages.values,
          `A value inside an object, at any depth: ${formatMarkdownCode(presetPhrases.innerValue)}.`,
        ],
        [
          formatMarkdownCode('values.<field>.count'),
          kinds.number,
          stages.values,
          'The number of items of a list, also inside an object; 0 without a list.',
        ],
        [formatMarkdownCode('options.<field>'), kinds.boolean, stages.values, 'The field has options.'],
        [formatMarkdownCode('item.value'), kinds.id, stages.item, 'The value that is sent for an option.'],
        [formatMarkdownCode('item.name'), kinds.text, stages.item, 'The name of an option in the content.'],
        [
          formatMarkdownCode('item.<fact>'),
          kinds.value,
          stages.item,
          'A property of items that `lists.json` declares.',
        ],
      ],
    ),
  ];
}

/** Returns the table of condition operators and the notes about comparisons. */
function formatConditionsReference(): readonly string[] {
  return [
    '## Conditions',
    '',
    'A condition is an object with one operator.',
    '',
    ...formatMarkdownTable(
      ['operator', 'true if', 'example'],
      Object.entries(operators).map(([name, { meaning, example }]) => [
        formatMarkdownCode(name),
        meaning,
        formatMarkdownCode(JSON.stringify(example)),
      ]),
    ),
    '',
    'Only values of the same type can be compared: numbers, dates (`"2028-01-31"`), times, texts or ids. `in` searches lists, not texts. A missing value is neither less nor greater than another; two missing values are equal. 0 is not missing. If one of two times has no offset from UTC (`"09:30"`), both are compared by their clock time; otherwise as moments.',
    '',
    'Inside `some`, `all` and `none`, `{"var": "age"}` reads a property of the item, at any depth (`{"var": "engine.power"}`), and `{"var": ""}` an item that is a text or a number. Any other name reads a fact, such as `today` or an answer; a property with the same name has precedence. Quantifiers cannot be nested.',
    '',
    'Dates can be shifted by days, weeks, months or years: `{"+": [{"var": "today"}, 14, "days"]}`, or for ages `{"+": [{"var": "today"}, -18, "years"]}`. If the month has no such day, the result is its last day.',
    '',
    'A `when` compares a fact with a constant, or answers (`values.<field>`) and `today` with each other, so that all distinct situations can be enumerated. `preferTypes`, `eligible`, `offer` and `filter` can compare any two facts.',
  ];
}

/** Returns the table of operators in `calculate` and the notes about results. */
function formatCalculationsReference(): readonly string[] {
  return [
    '## Calculations',
    '',
    'The expressions of `calculate`: facts, constants, shifted dates, and objects with one operator over expressions. Numbers result from numbers, texts from texts and numbers, dates from shifts. Other combinations and circular dependencies are refused.',
    '',
    ...formatMarkdownTable(
      ['operator', 'result', 'example'],
      calculationOperators.map((name) => [
        formatMarkdownCode(name),
        calculationDescriptions[name].meaning,
        formatMarkdownCode(JSON.stringify({ [name]: calculationDescriptions[name].example })),
      ]),
    ),
    '',
    'The result is empty if an input is missing or a number is not finite, as after division by 0. Numbers are rounded to `multipleOf` of the schema, integers to 1, halves away from 0; others to 15 digits. From 31 January to 28 February is one month; from 29 February to 28 February is not a year.',
    '',
    'A calculated field is an output, announced politely when an answer that changes it is committed. It is sent, stored and readable by rules; a submitted value is ignored. `require`, `preset`, `options`, `filter`, `enable`, `disable` and `readonly` are refused for it. Without a matching rule it is empty.',
  ];
}

/** The meaning and the example operands of each operator in `calculate`. */
const calculationDescriptions: Readonly<
  Record<
    (typeof calculationOperators)[number],
    { readonly meaning: string; readonly example: readonly unknown[] }
  >
> = {
  '+': { meaning: 'the sum of numbers', example: [{ var: 'values.crew.count' }, 1] },
  '-': { meaning: 'the first number minus the second', example: [{ var: 'values.price' }, 50] },
  '*': { meaning: 'the product of numbers', example: [{ var: 'values.metres' }, { var: 'values.rate' }] },
  '/': { meaning: 'the first number divided by the second', example: [{ var: 'values.price' }, 3] },
  cat: { meaning: 'texts and numbers, concatenated', example: [{ var: 'values.metres' }, ' m'] },
  days: {
    meaning: 'days from the first date to the second; negative if the second is earlier',
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

/** Returns the table of effects: name, meaning and stage in which it is decided. */
function formatEffectsReference(documents: Documents): readonly string[] {
  const definitions = asObject(asObject(documents['meta/rules.schema.json']).$defs);
  const effects = asObject(asObject(definitions.effects).properties);
  return [
    '## Effects',
    '',
    'The `then` of a rule contains effects. Rules have no order; their effects combine: hidden beats concealed beats shown, disabled beats read-only, the strictest limit applies. What some rule shows (or enables) is shown (or enabled) only if one of these rules matches. Two matching rules must not give one field different presets, calculations, option sets, bounds, labels or hints, or the mail different recipients.',
    '',
    'A read-only or disabled field sends its preset, and no rule requires it. Its entered value is ignored, and restored when the field is enabled again.',
    '',
    ...formatMarkdownTable(
      ['effect', 'meaning', 'decided'],
      Object.entries(effects).map(([name, schema]) => [
        formatMarkdownCode(name),
        String(asObject(schema).description ?? ''),
        describeDecision(name as EffectName),
      ]),
    ),
  ];
}

/** The name of each type of facts in the reference. */
const kinds = {
  boolean: 'boolean',
  id: 'id',
  text: 'text',
  list: 'list',
  number: 'number',
  date: 'date',
  type: 'key',
  value: 'value',
} as const;

/** The text of each stage in the reference: when a fact is known. */
const stages = {
  given: 'from the start',
  candidate: 'in `preferTypes`',
  ...presetStages,
  type: 'once the type is chosen',
  item: 'in `filter`',
  values: 'in effects decided last',
} as const;

/** The time at which an effect is decided, by its stage. */
const decidedAt = {
  given: 'first',
  anyEligible: presetStages.anyEligible,
  type: 'once the type is chosen',
  values: 'last',
} as const;

/**
 * Describes when an effect is decided. The `when` of its rule can read only facts that are known by then.
 */
function describeDecision(effect: EffectName): string {
  const early = mayAlsoName(effect, 'type-field') ? ` (\`enquiry_type\`: ${decidedAt.anyEligible})` : '';
  return `${decidedAt[getEffectDefinition(effect).stage]}${early}`;
}

/** The meaning and an example of each operator in conditions. */
const operators: Readonly<
  Record<'var' | ConditionOperator, { readonly meaning: string; readonly example: unknown }>
> = {
  var: { meaning: 'the fact is true, or not empty', example: { var: 'page.inModal' } },
  and: {
    meaning: 'all conditions are true',
    example: { and: [{ var: 'page.inModal' }, { var: presetPhrases.flagFact }] },
  },
  or: {
    meaning: 'at least one condition is true',
    example: { or: [{ var: 'page.inModal' }, { var: 'page.isForLanding' }] },
  },
  '!': { meaning: 'the condition is false', example: { '!': { var: presetPhrases.textFact } } },
  some: {
    meaning: 'the condition is true for at least one item',
    example: { some: [{ var: 'values.crew' }, { '<': [{ var: 'age' }, 18] }] },
  },
  all: {
    meaning: 'the list has items, and the condition is true for all',
    example: { all: [{ var: 'values.crew' }, { var: 'sails' }] },
  },
  none: {
    meaning: 'the condition is true for no item, or there are none',
    example: { none: [{ var: 'values.sizes' }, { '>': [{ var: '' }, 40] }] },
  },
  '==': { meaning: 'both are equal', example: { '==': [{ var: 'site.id' }, '119'] } },
  '!=': {
    meaning: 'both are not equal',
    example: { '!=': [{ var: 'values.email' }, { var: 'values.email_again' }] },
  },
  in: { meaning: 'the list contains the value', example: { in: [{ var: 'type' }, ['general', 'sales']] } },
  '<': { meaning: 'the first is less', example: { '<': [{ var: 'today.nextYear' }, 2030] } },
  '<=': { meaning: 'the first is less or equal', example: { '<=': [{ var: 'values.guests' }, 12] } },
  '>': { meaning: 'the first is greater', example: { '>': [{ var: 'today.nextYear' }, 2030] } },
  '>=': {
    meaning: 'the first is greater or equal',
    example: { '>=': [{ var: 'values.start' }, { '+': [{ var: 'today' }, 14, 'days'] }] },
  },
};
