import {
  type FactValues,
  getFactOfOperand,
  getFactValue,
  getOperandValue,
  isOperation,
} from '../../conditions/condition.ts';
import {
  countSituations,
  type Dimension,
  findDimensions,
  generateSituations,
} from '../../conditions/situation-space.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { Condition, Form } from '../../model/types.ts';
import { getGivenFacts } from '../../resolve/given-facts.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { Office } from '../../yard/types.ts';
import { type ScenarioDocument, toScenarioSituation } from '../scenarios/index.ts';
import type { PartialSituation, RuleInputs } from './axes.ts';
import type { TypeSlice } from './type-slice.ts';

/** Offices by their names in scenarios. */
export type NamedOffices = Readonly<Record<string, Office>>;

export interface OfficeChoices {
  /**
   * The choices of the page's offices: the usual ones, one that is offered, one that is only eligible, none.
   * Those with the status of the usual ones are left out.
   */
  readonly offices: readonly PartialSituation[];
  /** The choices of the preselected office, the usual one first. */
  readonly selected: readonly PartialSituation[];
  /** The offices that the choices may name: those of the document and generated ones. */
  readonly known: NamedOffices;
}

export interface OfficeInput {
  readonly slice: TypeSlice;
  /** The conditions, facts and option sets that the rules of the slice read. */
  readonly inputs: RuleInputs;
  readonly document: ScenarioDocument;
  /** The page, in the terms of a scenario. */
  readonly words: PartialSituation;
  /**
   * The forms whose offices are to be distinguished, each with this type only. Absent: the form of the slice.
   */
  readonly forms?: readonly Form[];
}

/** The largest number of kinds of offices that are tried. */
const maxOfficeKinds = 4096;

/** Returned if there are more kinds of offices than are tried, with the facts that distinguish them. */
export interface TooManyKinds {
  /** The number of kinds. */
  readonly count: number;
  /** The facts with the number of their values: `office.services (9)`. */
  readonly tooMany: readonly string[];
}

/**
 * Returns the choices of the page's offices and of its preselected office that the rules can distinguish;
 * only the usual ones if the rules do not read offices.
 */
export function findOfficeChoices(input: OfficeInput): OfficeChoices | TooManyKinds {
  const { inputs, document, words } = input;
  if (!readsOffices(input)) return { offices: [{}], selected: [{}], known: document.offices };
  const dimensions = findOfficeDimensions(input);
  if (countSituations(dimensions) > maxOfficeKinds) {
    const facts = dimensions.map(({ fact, values }) => `${fact} (${values.length})`);
    return { count: countSituations(dimensions), tooMany: facts };
  }
  const known = getKnownOffices(dimensions, document);
  const getStatus = createStatusLookup(input, known);
  const usual = getUsualStatus(input);
  const nameByStatus = new Map<OfficeStatus, string>();
  for (const name of Object.keys(known).reverse()) nameByStatus.set(getStatus(name), name);
  const neither = getForms(input)
    .map(() => 'neither')
    .join(' ');
  const lists = [...nameByStatus]
    .sort(compareStatusDescending)
    .flatMap(([wanted, name]) =>
      wanted === usual || wanted === neither ? [] : [createOfficesChoice([name], words, document)],
    );
  const none = usual === neither ? [] : [createOfficesChoice([], words, document)];
  return {
    offices: [{}, ...lists, ...none],
    selected: [{}, ...listSelectedChoices(inputs, known, getStatus)],
    known,
  };
}

/**
 * The status of an office in each form, in the order of the forms: `offered`, `eligible` or `neither`, joined
 * by spaces.
 */
type OfficeStatus = string;

/**
 * Compares two entries by status for `sort`, in descending alphabetical order: `offered`, `neither`,
 * `eligible`.
 */
function compareStatusDescending(
  [one]: readonly [OfficeStatus, string],
  [other]: readonly [OfficeStatus, string],
): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Returns the forms to distinguish offices for; only that of the slice if none are given. */
function getForms({ forms, slice }: OfficeInput): readonly Form[] {
  return forms ?? [slice.form];
}

/** Returns true if a rule reads, filters or offers offices, or a field offers them. */
function readsOffices({ slice, inputs }: OfficeInput): boolean {
  return (
    inputs.optionSets.has('offeredOffices') ||
    readsSelectedOffice(inputs) ||
    [...inputs.facts].some((fact) => fact.startsWith('office')) ||
    slice.form.rules.some(({ then }) => then.eligible !== undefined || then.offer !== undefined)
  );
}

/** Returns true if a rule reads the preselected office or its services. */
function readsSelectedOffice({ facts }: RuleInputs): boolean {
  return facts.has('page.selectedOffice') || facts.has('selectedOffice.services');
}

/**
 * Returns the facts of an office that filters of offices and conditions on the preselected office read, with
 * the values that they distinguish on a page.
 */
function findOfficeDimensions({ slice, inputs, document, words }: OfficeInput): readonly Dimension[] {
  const situation = toScenarioSituation(slice.form, document, words);
  const facts = { ...getGivenFacts(situation), type: slice.type.key };
  const filters = slice.form.rules.flatMap(({ then: { eligible, offer } }) =>
    [eligible, offer].flatMap((condition) =>
      condition === undefined ? [] : [insertKnownFacts(condition, facts)],
    ),
  );
  return findDimensions([...(filters as readonly Condition[]), ...getSelectedConditions(inputs)], []).filter(
    ({ fact }) => fact.startsWith('office.'),
  );
}

/**
 * Returns the offices of a document and a generated one of every kind. The object is cached by the kinds,
 * which are the same on most pages of a type.
 */
function getKnownOffices(dimensions: readonly Dimension[], document: ScenarioDocument): NamedOffices {
  const byKinds = getOfficesByKinds(document.offices);
  const kinds = JSON.stringify(dimensions.map(({ fact, values }) => [fact, values]));
  const known = byKinds.get(kinds) ?? {
    ...document.offices,
    ...createOfficeOfEachKind(dimensions, document),
  };
  if (byKinds.size >= maxCached) byKinds.clear();
  byKinds.set(kinds, known);
  return known;
}

/**
 * Returns the cache for the offices of a document: the known offices by the kinds, as JSON. It is empty at
 * first.
 */
const getOfficesByKinds = memoizeByObject((_offices: NamedOffices) => new Map<string, NamedOffices>());
/** An editor's rules change often while the document stays the same, so the cache has to be limited. */
const maxCached = 100;

/**
 * Creates an office for each combination of the values of the dimensions, by names that no office of the
 * document has.
 */
function createOfficeOfEachKind(
  dimensions: readonly Dimension[],
  { offices }: ScenarioDocument,
): NamedOffices {
  const kinds = [...generateSituations(dimensions)].map((kind, index) =>
    createOffice(kind.office ?? {}, index),
  );
  const name = createOfficeNaming(offices);
  return Object.fromEntries(kinds.map((office, index) => [name(index), office]));
}

/**
 * Returns a function that creates a name from an index: `office-1` for 0, or `checked-office-1` if the
 * document has names that begin with `office-`.
 */
function createOfficeNaming(offices: NamedOffices): (index: number) => string {
  const prefix = Object.keys(offices).some((name) => name.startsWith('office-'))
    ? 'checked-office'
    : 'office';
  return (index) => `${prefix}-${index + 1}`;
}

/**
 * Returns the conditions on the preselected office as conditions on any office, cached because they are the
 * same on every page.
 */
const getSelectedConditions = memoizeByObject(({ conditions }: RuleInputs): readonly Condition[] =>
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

/** Generated ids start far above those that people assign. */
const firstId = 900_001;

/**
 * Creates an office with the values of one kind, and default values for those that are missing or empty. The
 * value `another` is not used as an id or a mail address.
 * @param kind The office's own facts, as nested objects: `{site: {id: '1'}}`.
 * @param index The number for a default id and name.
 */
function createOffice(kind: unknown, index: number): Office {
  const facts = { office: kind } as { readonly office: Readonly<Record<string, unknown>> };
  /** Returns the value of a fact of the office; undefined if the kind does not have it. */
  const readText = (name: string) => getFactValue(facts, `office.${name}`) as string | undefined;
  /** Returns true if a fact of the office's site is true; false if the kind does not have it. */
  const readFlag = (name: string) => getFactValue(facts, `office.site.${name}`) === true;
  const id = readText('id');
  const email = readText('email') ?? 'office@example.com';
  return {
    id: id === undefined || id === '' || id === 'another' ? firstId + index : id,
    name: readText('name') || `Office ${index + 1}`,
    ...(readText('title') ? { title: readText('title') } : {}),
    email: email === 'another' ? 'office@example.com' : email,
    services: (getFactValue(facts, 'office.services') ?? []) as readonly string[],
    site: {
      id: readText('site.id') || 'another',
      isInternational: readFlag('isInternational'),
      exclude_from_international: readFlag('exclude_from_international'),
    },
  };
}

/**
 * Returns a function that returns the status of an office, by its name, on a page that lists all of them. An
 * unknown office has the status `neither`.
 */
function createStatusLookup(input: OfficeInput, known: NamedOffices): (name: string) => OfficeStatus {
  const { slice, document, words } = input;
  const names = Object.keys(known);
  const all = { ...document, offices: known };
  const situation = toScenarioSituation(slice.form, all, {
    ...words,
    ...createOfficesChoice(names, words, document),
  });
  const ids = getForms(input).map((form) => {
    const { eligibleOffices, offeredOffices } = resolve(form, situation);
    return {
      eligible: new Set(eligibleOffices.map(({ id }) => id)),
      offered: new Set(offeredOffices.map(({ id }) => id)),
    };
  });
  return (name) => {
    const id = known[name]?.id ?? '';
    const statuses = ids.map(({ offered, eligible }) =>
      offered.has(id) ? 'offered' : eligible.has(id) ? 'eligible' : 'neither',
    );
    return statuses.join(' ');
  };
}

/** Returns, for each form, the best status that any of the usual offices has on the page. */
function getUsualStatus(input: OfficeInput): OfficeStatus {
  const { slice, document, words } = input;
  const situation = toScenarioSituation(slice.form, document, words);
  const statuses = getForms(input).map((form) => {
    const { offeredOffices, eligibleOffices } = resolve(form, situation);
    return offeredOffices.length > 0 ? 'offered' : eligibleOffices.length > 0 ? 'eligible' : 'neither';
  });
  return statuses.join(' ');
}

/**
 * Returns the part of a situation that lists these offices, in `allOffices` as well if the page has that
 * list.
 */
function createOfficesChoice(
  names: readonly string[],
  words: PartialSituation,
  { usual }: ScenarioDocument,
): PartialSituation {
  const isSecondListSet = (words.allOffices ?? usual.allOffices) !== undefined;
  return { offices: names, ...(isSecondListSet && { allOffices: names }) };
}

/**
 * Returns one choice of the preselected office for each kind that can be distinguished once it is
 * preselected: by its status, its id and its services. Returns none if no rule reads the preselected office.
 */
function listSelectedChoices(
  inputs: RuleInputs,
  known: NamedOffices,
  getStatus: (name: string) => OfficeStatus,
): readonly PartialSituation[] {
  if (!readsSelectedOffice(inputs)) return [];
  const named = getSelectedNames(inputs);
  const kinds = new Map<string, string>();
  for (const [name, { id, services }] of Object.entries(known).reverse()) {
    const words = [String(id), ...(services ?? [])].filter((word) => named.has(word)).sort();
    kinds.set(JSON.stringify([getStatus(name), words]), name);
  }
  return [...kinds.values()].reverse().map((selectedOffice) => ({ selectedOffice }));
}

/**
 * Returns the ids and services that conditions on the preselected office contain, cached because they are the
 * same on every page.
 */
const getSelectedNames = memoizeByObject(
  ({ conditions }: RuleInputs): ReadonlySet<string> =>
    new Set(
      findDimensions(conditions, []).flatMap(({ fact, values }) =>
        fact === 'page.selectedOffice' || fact === 'selectedOffice.services' ? values.flat().map(String) : [],
      ),
    ),
);

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
