import {
  type FactValues,
  getFactOfOperand,
  getFactValue,
  getOperandValue,
  isOperation,
} from '../../conditions/condition.ts';
import { type Dimension, findDimensions, generateSituations } from '../../conditions/situation-space.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { OptionSetName } from '../../model/option-sets.ts';
import type { Condition, Form, Situation } from '../../model/types.ts';
import { getGivenFacts } from '../../resolve/given-facts.ts';
import type { Office } from '../model/types.ts';
import type { NamedItems, YardDocument, YardScenario } from './scenario.ts';

/** The conditions, facts and option sets that rules read. */
export interface ReadInputs {
  readonly conditions: readonly Condition[];
  readonly facts: ReadonlySet<string>;
  readonly optionSets: ReadonlySet<OptionSetName>;
}

/** The rules that distinguish kinds of offices, and the page on which they do. */
export interface KindsInput {
  /** The form with the rules that concern the type. */
  readonly form: Form;
  readonly typeKey: string;
  readonly inputs: ReadInputs;
  readonly document: YardDocument;
  /** Returns the situation of the page with some changes. */
  readonly toSituation: (offices: NamedItems, changes: YardScenario) => Situation;
}

/**
 * Returns the facts of an office that filters of offices and conditions on the preselected office read, with
 * the values that they distinguish on a page.
 */
export function findOfficeDimensions({
  form,
  typeKey,
  inputs,
  document,
  toSituation,
}: KindsInput): readonly Dimension[] {
  const facts = { ...getGivenFacts(toSituation(document.offices, {})), type: typeKey };
  const filters = form.rules.flatMap(({ then: { eligible, offer } }) =>
    [eligible, offer].flatMap((condition) =>
      condition === undefined ? [] : [insertKnownFacts(condition, facts)],
    ),
  );
  return findDimensions([...(filters as readonly Condition[]), ...getSelectedConditions(inputs)], []).filter(
    ({ fact }) => fact.startsWith('office.'),
  );
}

/**
 * Inserts known facts into a condition as constants, so that it reads only the office. Facts without a value
 * remain as they are. `insertKnownFacts({in: [{var: 'type'}, {var: 'office.services'}]}, {type: 'sales'}) //
 * {in: ['sales', {var: 'office.services'}]}`
 */
function insertKnownFacts(condition: unknown, facts: FactValues): unknown {
  if (Array.isArray(condition)) return condition.map((item) => insertKnownFacts(item, facts));
  if (!isOperation(condition)) return condition;
  const name = getFactOfOperand(condition);
  if (name !== undefined) return getOperandValue(condition, facts) ?? condition;
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]) => [operator, insertKnownFacts(operand, facts)]),
  );
}

/**
 * Returns the conditions on the preselected office as conditions on any office, cached because they are the
 * same on every page.
 */
const getSelectedConditions = memoizeByObject(({ conditions }: ReadInputs): readonly Condition[] =>
  conditions.flatMap(toOfficeConditions),
);

/**
 * Converts a condition on the preselected office to one on any office; none if it does not read that office.
 */
function toOfficeConditions(condition: Condition): readonly Condition[] {
  const text = JSON.stringify(condition);
  const renamed = text
    .replaceAll('"var":"selectedOffice.services"', '"var":"office.services"')
    .replaceAll('"var":"page.selectedOffice"', '"var":"office.id"');
  return renamed === text ? [] : [JSON.parse(renamed)];
}

/**
 * Returns the offices of a document and a generated one of every kind. The object is cached by the kinds,
 * which are the same on most pages of a type.
 */
export function getKnownOffices(dimensions: readonly Dimension[], offices: NamedItems): NamedItems {
  const byKinds = getOfficesByKinds(offices);
  const kinds = JSON.stringify(dimensions.map(({ fact, values }) => [fact, values]));
  const known = byKinds.get(kinds) ?? { ...offices, ...createOfficeOfEachKind(dimensions, offices) };
  if (byKinds.size >= maxCached) byKinds.clear();
  byKinds.set(kinds, known);
  return known;
}

/**
 * Returns the cache for the offices of a document: the known offices by the kinds, as JSON. It is empty at
 * first.
 */
const getOfficesByKinds = memoizeByObject((_offices: NamedItems) => new Map<string, NamedItems>());

/** An editor's rules change often while the document stays the same, so the cache has to be limited. */
const maxCached = 100;

/**
 * Creates an office for each combination of the values of the dimensions, by names that no office of the
 * document has.
 */
function createOfficeOfEachKind(dimensions: readonly Dimension[], offices: NamedItems): NamedItems {
  const kinds = [...generateSituations(dimensions)].map(createOffice);
  const name = createOfficeNaming(offices);
  return Object.fromEntries(kinds.map((office, index) => [name(index), office]));
}

/**
 * Returns a function that creates a name from an index: `office-1` for 0, or `checked-office-1` if the
 * document has names that begin with `office-`.
 */
function createOfficeNaming(offices: NamedItems): (index: number) => string {
  const prefix = Object.keys(offices).some((name) => name.startsWith('office-'))
    ? 'checked-office'
    : 'office';
  return (index) => `${prefix}-${index + 1}`;
}

/** Generated ids start far above those that people assign. */
const firstId = 900_001;

/**
 * Creates an office with the values of one kind, and default values for those that are missing or empty. The
 * value `another` is not used as an id or a mail address.
 * @param kind The values of facts of an office: `{'office.site.id': '1'}`.
 * @param index The number for a default id and name.
 */
function createOffice(kind: FactValues, index: number): Office {
  /** Returns the value of a fact of the office; undefined if the kind does not have it. */
  const readText = (name: string) => getFactValue(kind, `office.${name}`) as string | undefined;
  /** Returns true if a fact of the office's site is true; false if the kind does not have it. */
  const readFlag = (name: string) => getFactValue(kind, `office.site.${name}`) === true;
  const id = readText('id');
  const email = readText('email') ?? 'office@example.com';
  return {
    id: id === undefined || id === '' || id === 'another' ? firstId + index : id,
    name: readText('name') || `Office ${index + 1}`,
    ...(readText('title') ? { title: readText('title') } : {}),
    email: email === 'another' ? 'office@example.com' : email,
    services: (getFactValue(kind, 'office.services') ?? []) as readonly string[],
    site: {
      id: readText('site.id') || 'another',
      isInternational: readFlag('isInternational'),
      exclude_from_international: readFlag('exclude_from_international'),
    },
  };
}
