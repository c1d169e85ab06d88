import { isComparable } from '../../compile/conditions/compared-kinds.ts';
import type { FieldType } from '../../compile/fields/field-types.ts';
import { getCommonItemFacts } from '../../compile/lists.ts';
import { getReadableStages } from '../../compile/rules.ts';
import { itemSegment } from '../../conditions/inner-facts.ts';
import { type EffectOfShape, effects } from '../../model/effects.ts';
import { factDefinitions } from '../../model/facts.ts';
import type { Effects } from '../../model/types.ts';
import { getNamedItems, isFactOfItems, itemFactGroup, listPresetValues } from '../../preset/rules.ts';
import { isPresetName, offersPreset } from '../../preset/uses.ts';
import { type Sentence, type SentenceRenderer, sentenceToText } from '../sentences/index.ts';
import type { ItemsNode, RowOperator } from './condition-tree.ts';

/** The kind of a fact's values, as the editor of conditions distinguishes them. */
export type EditedFactKind = FieldType['kind'] | 'type';

/** A value that the editor offers for a fact, with its label for people. */
export interface ValueChoice {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** The groups of facts by what they are about, in the order of display. */
export const factGroups = ['item', 'candidate', itemFactGroup, 'type', 'page', 'day', 'answers'] as const;

export type FactGroup = (typeof factGroups)[number];

/** A fact that the editor offers for a condition. */
export interface FactChoice {
  /**
   * The name in the condition. For a fact of a list item, its path inside the item; empty for the item
   * itself.
   */
  readonly name: string;
  readonly kind: EditedFactKind;
  /** The label as a sentence with references; `label` is its plain text. */
  readonly said: Sentence;
  readonly label: string;
  readonly group: FactGroup;
  /** For a boolean fact, the sentence that states that it is true. */
  readonly question?: string;
  /** The known values; absent if none are known. */
  readonly values?: readonly ValueChoice[];
  /** True if no other values are possible. */
  readonly isClosed?: true;
  readonly operators: readonly (RowOperator | ItemsNode['operator'])[];
  /** For a list, the facts of its items; empty if none are known. */
  readonly items?: readonly FactChoice[];
  /** For a list, the kind of its items: `id` for a list that is no answer. */
  readonly listed?: EditedFactKind;
}

/** An operator that the editor offers for facts of some kinds. */
export interface OperatorChoice {
  readonly operator: RowOperator | ItemsNode['operator'];
  /** The kinds of facts that the operator may follow. */
  readonly kinds: readonly EditedFactKind[];
  /** The operand that follows the operator. */
  readonly takes: 'nothing' | 'value' | 'values' | 'list' | 'condition';
}

const everyKind: readonly EditedFactKind[] = [
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
const singleValueKinds = everyKind.filter((kind) => kind !== 'list' && kind !== 'object');
const stringKinds: readonly EditedFactKind[] = ['text', 'id', 'type'];
const sortableKinds: readonly EditedFactKind[] = ['number', 'text', 'date', 'time', 'date-time'];

export const operatorChoices: readonly OperatorChoice[] = [
  { operator: 'given', kinds: everyKind.filter((kind) => kind !== 'type'), takes: 'nothing' },
  { operator: '==', kinds: singleValueKinds, takes: 'value' },
  { operator: '!=', kinds: singleValueKinds, takes: 'value' },
  { operator: 'one-of', kinds: singleValueKinds.filter((kind) => kind !== 'boolean'), takes: 'values' },
  { operator: '<', kinds: sortableKinds, takes: 'value' },
  { operator: '<=', kinds: sortableKinds, takes: 'value' },
  { operator: '>', kinds: sortableKinds, takes: 'value' },
  { operator: '>=', kinds: sortableKinds, takes: 'value' },
  { operator: 'contains', kinds: ['list'], takes: 'value' },
  { operator: 'among', kinds: stringKinds, takes: 'list' },
  { operator: 'some', kinds: ['list'], takes: 'condition' },
  { operator: 'all', kinds: ['list'], takes: 'condition' },
  { operator: 'none', kinds: ['list'], takes: 'condition' },
];

/** The position of an edited condition in its rule. */
export interface ConditionPosition {
  /** The `when` of a rule, or the effect that contains the condition. */
  readonly of: 'when' | EffectOfShape<'condition' | 'filter'>;
  /** For a `when`, the effects of its rule, and of the rule that it replaces. */
  readonly then?: readonly Effects[];
  /** For a `filter`, the field whose options are filtered. */
  readonly field?: string;
}

/**
 * Returns the facts that are available at the position of a condition: those known at its stage, then those
 * of a filtered option, then answers and `options.<field>`. There are no answers at positions that are
 * decided before them.
 */
export function listFactChoices(
  renderer: SentenceRenderer,
  position: ConditionPosition,
): readonly FactChoice[] {
  const { names, fact: renderFact, condition: renderCondition } = renderer;
  const { form } = names;
  const stages = listReadableStages(position);
  const hasPreset = offersPreset(form, getNamedItems(names.content));
  /**
   * Creates the choice of a fact by its whole name. `fieldType` gives its choices and the kind of its items,
   * where these are known.
   */
  const createFactChoice = (name: string, kind: EditedFactKind, fieldType?: FieldType): FactChoice => {
    const sentence = renderFact(name);
    const values = listKnownValues(name, kind, fieldType);
    return {
      name,
      kind,
      said: sentence,
      label: sentenceToText(sentence),
      group: getFactGroup(name),
      ...(kind === 'boolean' && { question: sentenceToText(renderCondition({ var: name })) }),
      ...(values && { values }),
      ...((kind === 'boolean' || kind === 'type' || fieldType?.choices) && { isClosed: true as const }),
      operators: listOperators(name, kind, position, fieldType),
      ...(kind === 'list' && {
        listed: fieldType === undefined ? ('id' as const) : (fieldType.items ?? 'text'),
      }),
    };
  };
  /** Returns the known values of a fact; undefined if none are known. */
  const listKnownValues = (name: string, kind: EditedFactKind, fieldType: FieldType | undefined) =>
    listValueChoices(renderer, name, kind, fieldType);
  const given = factDefinitions
    .filter(({ name, stage }) => stages.includes(stage) && (hasPreset || !isPresetName(name)))
    .map(({ name, kind }) => createFactChoice(name, kind === 'value' ? 'text' : kind));
  if (!stages.includes('values')) return [...given, ...listOptionFacts()];
  const fields = [...new Set(form.types.flatMap((type) => type.fields.map(({ name }) => name)))];
  const answers = [...fields, ...names.places.inside].map((path) => {
    const fieldType = names.getFieldType(path) ?? { kind: 'object' as const };
    const made = createFactChoice(`values.${path}`, fieldType.kind, fieldType);
    return fieldType.kind === 'list' ? { ...made, items: listItemFacts(path) } : made;
  });
  const offered = fields.filter((name) =>
    form.types.some(({ fields: own }) =>
      own.some((each) => each.name === name && (each.choices ?? each.optionSet) !== undefined),
    ),
  );
  return [
    ...given,
    ...listOptionFacts(),
    ...answers,
    ...offered.map((name) => createFactChoice(`options.${name}`, 'boolean')),
  ];

  /** Returns the facts of the options of the filtered field; empty if no filter is edited. */
  function listOptionFacts(): readonly FactChoice[] {
    const { field } = position;
    if (position.of !== 'filter' || field === undefined) return [];
    const sets = form.rules.flatMap(({ then }) => then.options?.[field] ?? []);
    const kinds = getCommonItemFacts(field, sets, { types: form.types, lists: form.lists ?? {} });
    const fieldType = names.getFieldType(field);
    return Object.entries(kinds).map(([name, kind]) =>
      createFactChoice(
        `item.${name}`,
        kind === 'value' ? 'text' : kind,
        name === 'value' && fieldType?.choices ? { kind: 'id', choices: fieldType.choices } : undefined,
      ),
    );
  }

  /**
   * Returns the facts of the items of the list answer at `path`; empty if the items have no known facts. The
   * names are relative to the item. `some`, `all` and `none` are not among their operators.
   */
  function listItemFacts(path: string): readonly FactChoice[] {
    const start = `${path}.${itemSegment}`;
    return names.places.ofItems
      .filter((name) => name === start || name.startsWith(`${start}.`))
      .map((name) => {
        const fieldType = names.getFieldType(name) ?? { kind: 'object' as const };
        const sentence: Sentence = [names.quoteNestedField(name.split('.'))];
        const values = listKnownValues(name, fieldType.kind, fieldType);
        return {
          name: name.slice(start.length + 1),
          kind: fieldType.kind,
          said: sentence,
          label: sentenceToText(sentence),
          group: 'item' as const,
          ...(values && { values }),
          ...((fieldType.kind === 'boolean' || fieldType.choices) && { isClosed: true as const }),
          operators: listOperators(name, fieldType.kind, position, fieldType).filter(
            (operator) => !['some', 'all', 'none'].includes(operator),
          ),
        };
      });
  }
}

/** Returns the group of a fact by the first segment of its name; `page` for an unknown segment. */
export function getFactGroup(name: string): FactGroup {
  if (isFactOfItems(name)) return itemFactGroup;
  const start = name.split('.')[0];
  switch (start) {
    case 'values':
    case 'options':
      return 'answers';
    case 'today':
      return 'day';
    case 'item':
    case 'candidate':
    case 'type':
      return start;
    default:
      return 'page';
  }
}

/** Returns true if values of the two kinds can be compared. Ids, keys and texts are all strings. */
export function isComparableKind(one: EditedFactKind, other: EditedFactKind): boolean {
  return isComparable({ kind: one }, { kind: other });
}

/**
 * Returns the other facts that a fact may be compared with by `==`, `<` and similar operators; empty for a
 * list or an object. In a `when`, both must be answers, items or dates, because `check` can vary these.
 */
export function listComparableFacts(
  fact: FactChoice,
  facts: readonly FactChoice[],
  of: ConditionPosition['of'],
): readonly FactChoice[] {
  /** Returns true for an answer, a field of an item or a date; false for `options.<field>`. */
  const isVariedByCheck = ({ group, kind, name }: FactChoice) =>
    !name.startsWith('options.') && (group === 'answers' || group === 'item' || kind === 'date');
  if (fact.kind === 'list' || fact.kind === 'object' || (of === 'when' && !isVariedByCheck(fact))) return [];
  return facts.filter(
    (other) =>
      other.name !== fact.name &&
      isComparableKind(fact.kind, other.kind) &&
      (of !== 'when' || isVariedByCheck(other)),
  );
}

/**
 * Returns the lists that the operator `among` may search for the value of a fact. In a `when`, the lists must
 * be answers, and the fact an answer or a field of an item, because `check` can vary these; else it is empty.
 */
export function listContainingFacts(
  fact: FactChoice,
  facts: readonly FactChoice[],
  of: ConditionPosition['of'],
): readonly FactChoice[] {
  const isVariedByCheck = ({ name }: FactChoice) => name.startsWith('values.');
  return facts.filter(
    (other) =>
      other.kind === 'list' &&
      other.name !== fact.name &&
      isComparableKind(fact.kind, other.listed ?? 'text') &&
      (of !== 'when' || (isVariedByCheck(other) && (isVariedByCheck(fact) || fact.group === 'item'))),
  );
}

/**
 * Returns the stages whose facts a condition may read at a position. For a condition inside an effect, they
 * include the stage of the things that it filters.
 */
function listReadableStages({ of, then = [] }: ConditionPosition) {
  return of === 'when'
    ? getReadableStages(then)
    : [...getReadableStages([{ [of]: {} }]), effects[of].filters.stage];
}

/**
 * Returns the operators that may follow a fact. In a `when`, `among` is left out unless the fact is an answer
 * or a field of an item; `some`, `all` and `none` are only for lists that are answers.
 */
function listOperators(
  name: string,
  kind: EditedFactKind,
  { of }: ConditionPosition,
  fieldType?: FieldType,
): FactChoice['operators'] {
  const isAnswerList = kind === 'list' && name.startsWith('values.');
  return operatorChoices
    .filter(({ operator, kinds }) => {
      if (!kinds.includes(kind)) return false;
      // In a `when`, only answers and items may be searched for in a list, because `check` can vary them.
      if (operator === 'among') return of !== 'when' || name.startsWith('values.') || isOfListItem(name);
      if (['some', 'all', 'none'].includes(operator)) return isAnswerList && fieldType !== undefined;
      return true;
    })
    .map(({ operator }) => operator);
}

/** Returns true if a whole name is that of a list item or of one of its fields, such as `crew.each.name`. */
function isOfListItem(name: string): boolean {
  return name.split('.').includes(itemSegment);
}

/**
 * Returns the known values of a fact: true and false for a boolean, else the choices of its field, else the
 * values in the content. Undefined if none are known.
 */
export function listValueChoices(
  { names, constant }: SentenceRenderer,
  name: string,
  kind: EditedFactKind,
  fieldType?: FieldType,
): readonly ValueChoice[] | undefined {
  if (kind === 'boolean')
    return [true, false].map((value) => ({ value, label: sentenceToText(constant(value, name)) }));
  const field = name.split('.').at(-1) ?? '';
  const own = fieldType?.choices?.filter((value) => typeof value === 'string' || typeof value === 'number');
  return (
    own?.map((value) => ({ value, label: names.choice(field, value).label })) ??
    listContentValues(name, names)
  );
}

/**
 * Returns the known values of a fact about types or the preset's content; undefined for any other fact, and if
 * the content does not have the list.
 */
function listContentValues(
  name: string,
  names: SentenceRenderer['names'],
): readonly ValueChoice[] | undefined {
  if (name === 'type')
    return names.form.types.map(({ key }) => ({ value: key, label: names.type(key).label }));
  if (name === 'candidate.name')
    return names.content.enquiryTypes?.map((type) => ({ value: type.name.toLowerCase(), label: type.name }));
  return listPresetValues(name, names);
}
