import { isComparable } from '../compile/compared-kinds.ts';
import { itemFactsOf } from '../compile/lists.ts';
import type { FieldNature } from '../compile/natures.ts';
import { stagesOfEffects } from '../compile/rules.ts';
import { facts } from '../facts.ts';
import { itemStep } from '../inner-facts.ts';
import { officeField } from '../names.ts';
import type { Effects } from '../types.ts';
import { type Sentence, toText, type Words } from '../words/index.ts';
import type { ItemsNode, RowOperator } from './condition-tree.ts';

/** The kind of a fact's values, as condition editors see it. */
export type FactKind = FieldNature['kind'] | 'type';

export interface ValueChoice {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** The groups of facts by what they are about, in the order of display. */
export const factGroups = ['item', 'candidate', 'office', 'type', 'page', 'day', 'answers'] as const;

export type FactGroup = (typeof factGroups)[number];

export interface FactChoice {
  /** The name in the condition. A fact of a list item has its own name only. */
  readonly name: string;
  readonly kind: FactKind;
  readonly said: Sentence;
  readonly label: string;
  readonly group: FactGroup;
  /** For a boolean fact, the sentence that is true if the fact is true. */
  readonly question?: string;
  /** The known values; absent if any value is possible. */
  readonly values?: readonly ValueChoice[];
  /** True if no other values are possible. */
  readonly isClosed?: true;
  readonly operators: readonly (RowOperator | ItemsNode['operator'])[];
  /** For a list, the facts of its items; empty if none are known. */
  readonly items?: readonly FactChoice[];
  /** For a list, the kind of its items. */
  readonly listed?: FactKind;
}

/** An operator, the kinds of facts that support it, and the kind of its right operand. */
export interface OperatorChoice {
  readonly operator: RowOperator | ItemsNode['operator'];
  readonly kinds: readonly FactKind[];
  readonly takes: 'nothing' | 'value' | 'values' | 'list' | 'condition';
}

const everyKind: readonly FactKind[] = [
  'boolean',
  'number',
  'text',
  'id',
  'date',
  'time',
  'date-time',
  'type',
  'list',
  'object',
];
const single = everyKind.filter((kind) => kind !== 'list' && kind !== 'object');
const words: readonly FactKind[] = ['text', 'id', 'type'];
const ordered: readonly FactKind[] = ['number', 'text', 'date', 'time', 'date-time'];

export const operatorChoices: readonly OperatorChoice[] = [
  { operator: 'given', kinds: everyKind.filter((kind) => kind !== 'type'), takes: 'nothing' },
  { operator: '==', kinds: single, takes: 'value' },
  { operator: '!=', kinds: single, takes: 'value' },
  { operator: 'one-of', kinds: single.filter((kind) => kind !== 'boolean'), takes: 'values' },
  { operator: '<', kinds: ordered, takes: 'value' },
  { operator: '<=', kinds: ordered, takes: 'value' },
  { operator: '>', kinds: ordered, takes: 'value' },
  { operator: '>=', kinds: ordered, takes: 'value' },
  { operator: 'contains', kinds: ['list'], takes: 'value' },
  { operator: 'among', kinds: words, takes: 'list' },
  { operator: 'some', kinds: ['list'], takes: 'condition' },
  { operator: 'all', kinds: ['list'], takes: 'condition' },
  { operator: 'none', kinds: ['list'], takes: 'condition' },
];

/** The position of a condition in a rule. */
export interface ConditionPlace {
  /**
   * The `when` of a rule with these effects (including those of the rule that it replaces), or an effect that
   * contains a condition.
   */
  readonly of: 'when' | 'preferTypes' | 'eligible' | 'offer' | 'filter';
  readonly then?: readonly Effects[];
  /** The field, if the condition is a filter. */
  readonly field?: string;
}

/** Returns the facts that are available at the position of a condition. Facts of answers come last. */
export function factChoices(words: Words, place: ConditionPlace): readonly FactChoice[] {
  const { names, fact: sayFact, condition: sayCondition } = words;
  const { form } = names;
  const stages = stagesAt(place);
  const choice = (name: string, kind: FactKind, nature?: FieldNature): FactChoice => {
    const said = sayFact(name);
    const values = valuesOf(name, kind, nature);
    return {
      ...{ name, kind, said, label: toText(said), group: groupOf(name) },
      ...(kind === 'boolean' && { question: toText(sayCondition({ var: name })) }),
      ...(values && { values }),
      ...((kind === 'boolean' || kind === 'type' || nature?.choices) && { isClosed: true as const }),
      operators: operatorsOf(name, kind, place, nature),
      ...(kind === 'list' && { listed: nature === undefined ? ('id' as const) : (nature.items ?? 'text') }),
    };
  };
  const valuesOf = (name: string, kind: FactKind, nature: FieldNature | undefined) =>
    valueChoices(words, name, kind, nature);
  const given = facts
    .filter(({ stage }) => stages.includes(stage))
    .map(({ name, kind }) => choice(name, kind === 'value' ? 'text' : kind));
  if (!stages.includes('values')) return [...given, ...optionFacts()];
  const fields = [...new Set(form.types.flatMap((type) => type.fields.map(({ name }) => name)))];
  const answers = [...fields, ...names.places.inside].map((path) => {
    const nature = names.natureOf(path) ?? { kind: 'object' as const };
    const made = choice(`values.${path}`, nature.kind, nature);
    return nature.kind === 'list' ? { ...made, items: itemsOf(path) } : made;
  });
  const offered = fields.filter((name) =>
    form.types.some(({ fields: own }) =>
      own.some((each) => each.name === name && (each.choices ?? each.optionSet) !== undefined),
    ),
  );
  return [
    ...given,
    ...optionFacts(),
    ...answers,
    ...offered.map((name) => choice(`options.${name}`, 'boolean')),
  ];

  function optionFacts(): readonly FactChoice[] {
    const { field } = place;
    if (place.of !== 'filter' || field === undefined) return [];
    const sets = form.rules.flatMap(({ then }) => then.options?.[field] ?? []);
    const kinds = itemFactsOf(field, sets, { types: form.types, lists: form.lists ?? {} });
    const nature = names.natureOf(field);
    return Object.entries(kinds).map(([name, kind]) =>
      choice(
        `item.${name}`,
        kind === 'value' ? 'text' : kind,
        name === 'value' && nature?.choices ? { kind: 'id', choices: nature.choices } : undefined,
      ),
    );
  }

  function itemsOf(path: string): readonly FactChoice[] {
    const start = `${path}.${itemStep}`;
    return names.places.ofItems
      .filter((name) => name === start || name.startsWith(`${start}.`))
      .map((name) => {
        const nature = names.natureOf(name) ?? { kind: 'object' as const };
        const said: Sentence = [names.place(name.split('.'))];
        const values = valuesOf(name, nature.kind, nature);
        return {
          ...{ name: name.slice(start.length + 1), kind: nature.kind, said, label: toText(said) },
          group: 'item' as const,
          ...(values && { values }),
          ...((nature.kind === 'boolean' || nature.choices) && { isClosed: true as const }),
          operators: operatorsOf(name, nature.kind, place, nature).filter(
            (operator) => !['some', 'all', 'none'].includes(operator),
          ),
        };
      });
  }
}

function groupOf(name: string): FactGroup {
  const start = name.split('.')[0];
  switch (start) {
    case 'values':
    case 'options':
      return 'answers';
    case 'today':
      return 'day';
    case 'offices':
      return 'office';
    case 'item':
    case 'candidate':
    case 'office':
    case 'type':
      return start;
    default:
      return 'page';
  }
}

/** Returns true if values of the two kinds can be compared. Ids, keys and texts are all strings. */
export function isComparableKind(one: FactKind, other: FactKind): boolean {
  return isComparable({ kind: one }, { kind: other });
}

/**
 * Returns the facts that a fact may be compared with by `==`, `<` and similar operators. In a `when` these
 * are answers and the day only, because `check` can vary them.
 */
export function comparedFacts(
  fact: FactChoice,
  facts: readonly FactChoice[],
  of: ConditionPlace['of'],
): readonly FactChoice[] {
  const isTried = ({ group, kind, name }: FactChoice) =>
    !name.startsWith('options.') && (group === 'answers' || group === 'item' || kind === 'date');
  if (fact.kind === 'list' || fact.kind === 'object' || (of === 'when' && !isTried(fact))) return [];
  return facts.filter(
    (other) =>
      other.name !== fact.name &&
      isComparableKind(fact.kind, other.kind) &&
      (of !== 'when' || isTried(other)),
  );
}

/** Returns the lists that may contain the value of a fact. */
export function listFacts(
  fact: FactChoice,
  facts: readonly FactChoice[],
  of: ConditionPlace['of'],
): readonly FactChoice[] {
  const isTried = ({ name }: FactChoice) => name.startsWith('values.');
  return facts.filter(
    (other) =>
      other.kind === 'list' &&
      other.name !== fact.name &&
      isComparableKind(fact.kind, other.listed ?? 'text') &&
      (of !== 'when' || (isTried(other) && (isTried(fact) || fact.group === 'item'))),
  );
}

function stagesAt({ of, then = [] }: ConditionPlace) {
  const asks = { preferTypes: 'candidate', eligible: 'office', offer: 'office', filter: 'item' } as const;
  if (of === 'when') return stagesOfEffects(then);
  const effects = {
    filter: { filter: {} },
    preferTypes: { preferTypes: {} },
    eligible: { eligible: {} },
    offer: { offer: {} },
  };
  return [...stagesOfEffects([effects[of] as Effects]), asks[of]];
}

function operatorsOf(
  name: string,
  kind: FactKind,
  { of }: ConditionPlace,
  nature?: FieldNature,
): FactChoice['operators'] {
  const isAnswerList = kind === 'list' && name.startsWith('values.');
  return operatorChoices
    .filter(({ operator, kinds }) => {
      if (!kinds.includes(kind)) return false;
      // In a `when`, only answers and the day may be compared with facts.
      if (operator === 'among') return of !== 'when' || name.startsWith('values.');
      if (['some', 'all', 'none'].includes(operator)) return isAnswerList && nature !== undefined;
      return true;
    })
    .map(({ operator }) => operator);
}

/** Returns the known values of a fact; undefined if any value is possible. */
export function valueChoices(
  { names, constant }: Words,
  name: string,
  kind: FactKind,
  nature?: FieldNature,
): readonly ValueChoice[] | undefined {
  if (kind === 'boolean')
    return [true, false].map((value) => ({ value, label: toText(constant(value, name)) }));
  const field = name.split('.').at(-1) ?? '';
  const own = nature?.choices?.filter((value) => typeof value === 'string' || typeof value === 'number');
  return (
    own?.map((value) => ({ value, label: names.choice(field, value).label })) ??
    knownValues(name, names, names.content)
  );
}

function knownValues(
  name: string,
  names: Words['names'],
  content: Words['names']['content'],
): readonly ValueChoice[] | undefined {
  const { sites, offices, enquiryTypes } = content;
  const idsOf = (
    all: readonly { readonly id: string | number }[] | undefined,
    label: (id: string | number) => string,
  ) => all?.map(({ id }) => ({ value: id, label: label(id) }));
  switch (name) {
    case 'type':
      return names.form.types.map(({ key }) => ({ value: key, label: names.type(key).label }));
    case 'site.id':
    case 'office.site.id':
      return idsOf(sites, (id) => names.site(id).label);
    case 'page.selectedOffice':
    case 'office.id':
    case `values.${officeField}`:
      return idsOf(offices, (id) => names.office(id).label);
    case 'office.name':
      return offices?.map((office) => ({ value: office.name, label: office.name }));
    case 'candidate.name':
      return enquiryTypes?.map((type) => ({ value: type.name.toLowerCase(), label: type.name }));
    case 'office.services':
    case 'selectedOffice.services':
      return content.services?.map((service) => ({ value: service, label: service }));
    default:
      return undefined;
  }
}
