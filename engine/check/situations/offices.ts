import {
  type FactValues,
  factOperand,
  factValue,
  isOperation,
  operandValue,
} from '../../conditions/condition.ts';
import { countOf, type Dimension, dimensionsOf, situationsOf } from '../../conditions/space.ts';
import { givenFacts } from '../../resolve/given-facts.ts';
import { resolve } from '../../resolve/resolve.ts';
import { type ScenarioDocument, situationOfWords } from '../../scenarios/index.ts';
import type { Condition, Form, Office } from '../../types.ts';
import type { RuleInputs, Words } from './axes.ts';
import type { TypeSlice } from './type-slice.ts';

/** Offices by their names in scenarios. */
export type NamedOffices = Readonly<Record<string, Office>>;

export interface OfficeChoices {
  /**
   * The choices of the page's offices: the usual ones, one that is offered, one that is only eligible, none.
   */
  readonly offices: readonly Words[];
  /** The choices of the preselected office: none, or one of each kind. */
  readonly selected: readonly Words[];
  readonly known: NamedOffices;
}

export interface OfficeInput {
  readonly slice: TypeSlice;
  readonly inputs: RuleInputs;
  readonly document: ScenarioDocument;
  readonly words: Words;
  /**
   * The forms whose offices are to be distinguished, each with this type only. Absent: the form of the slice.
   */
  readonly forms?: readonly Form[];
}

const maxOfficeKinds = 4096;

/** Returned if there are more kinds of offices than are tried, with the facts that distinguish them. */
export interface TooManyKinds {
  readonly count: number;
  readonly tooMany: readonly string[];
}

export function officeChoices(input: OfficeInput): OfficeChoices | TooManyKinds {
  const { inputs, document, words } = input;
  if (!asksOfOffices(input)) return { offices: [{}], selected: [{}], known: document.offices };
  const dimensions = officeDimensions(input);
  if (countOf(dimensions) > maxOfficeKinds) {
    const facts = dimensions.map(({ fact, values }) => `${fact} (${values.length})`);
    return { count: countOf(dimensions), tooMany: facts };
  }
  const known = knownOffices(dimensions, document);
  const standing = standingOf(input, known);
  const usual = usualStanding(input);
  const ofStanding = new Map<Standing, string>();
  for (const name of Object.keys(known).reverse()) ofStanding.set(standing(name), name);
  const nowhere = formsOf(input)
    .map(() => 'neither')
    .join(' ');
  const lists = [...ofStanding]
    .sort(offeredFirst)
    .flatMap(([wanted, name]) =>
      wanted === usual || wanted === nowhere ? [] : [withOffices([name], words, document)],
    );
  const none = usual === nowhere ? [] : [withOffices([], words, document)];
  return {
    offices: [{}, ...lists, ...none],
    selected: [{}, ...selectedChoices(inputs, known, standing)],
    known,
  };
}

/**
 * The status of an office in each form, in the order of the forms: `offered`, `eligible` or `neither`, joined
 * by spaces.
 */
type Standing = string;

function offeredFirst([one]: readonly [Standing, string], [other]: readonly [Standing, string]): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

function formsOf({ forms, slice }: OfficeInput): readonly Form[] {
  return forms ?? [slice.form];
}

function asksOfOffices({ slice, inputs }: OfficeInput): boolean {
  return (
    inputs.optionSets.has('offeredOffices') ||
    asksOfSelected(inputs) ||
    [...inputs.facts].some((fact) => fact.startsWith('office')) ||
    slice.form.rules.some(({ then }) => then.eligible !== undefined || then.offer !== undefined)
  );
}

function asksOfSelected({ facts }: RuleInputs): boolean {
  return facts.has('page.selectedOffice') || facts.has('selectedOffice.services');
}

/** Returns the dimensions of an office that conditions distinguish, with the given facts inserted. */
function officeDimensions({ slice, inputs, document, words }: OfficeInput): readonly Dimension[] {
  const situation = situationOfWords(slice.form, document, words);
  const facts = { ...givenFacts(situation), type: slice.type.key };
  const filters = slice.form.rules.flatMap(({ then: { eligible, offer } }) =>
    [eligible, offer].flatMap((condition) => (condition === undefined ? [] : [withFacts(condition, facts)])),
  );
  return dimensionsOf([...(filters as readonly Condition[]), ...askedOfSelected(inputs)], []).filter(
    ({ fact }) => fact.startsWith('office.'),
  );
}

/**
 * Returns the offices of a document and one of every kind. The object is cached by the kinds, which are the
 * same on most pages of a type.
 */
function knownOffices(dimensions: readonly Dimension[], document: ScenarioDocument): NamedOffices {
  const byKinds = knownByKinds.get(document.offices) ?? new Map<string, NamedOffices>();
  knownByKinds.set(document.offices, byKinds);
  const kinds = JSON.stringify(dimensions.map(({ fact, values }) => [fact, values]));
  const known = byKinds.get(kinds) ?? { ...document.offices, ...officeKinds(dimensions, document) };
  if (byKinds.size >= mostKnown) byKinds.clear();
  byKinds.set(kinds, known);
  return known;
}

const knownByKinds = new WeakMap<NamedOffices, Map<string, NamedOffices>>();
/** An editor's rules change often while the document stays the same. */
const mostKnown = 100;

function officeKinds(dimensions: readonly Dimension[], { offices }: ScenarioDocument): NamedOffices {
  const kinds = [...situationsOf(dimensions)].map((kind, index) => officeOf(kind.office ?? {}, index));
  const name = nameOutside(offices);
  return Object.fromEntries(kinds.map((office, index) => [name(index), office]));
}

/** Returns a function that creates names which the document's own offices do not have. */
function nameOutside(offices: NamedOffices): (index: number) => string {
  const prefix = Object.keys(offices).some((name) => name.startsWith('office-'))
    ? 'checked-office'
    : 'office';
  return (index) => `${prefix}-${index + 1}`;
}

/**
 * Returns the conditions on the preselected office as conditions on any office, cached because they are the
 * same on every page.
 */
function askedOfSelected(inputs: RuleInputs): readonly Condition[] {
  const known = ofSelected.get(inputs) ?? inputs.conditions.flatMap(selectedAsOffice);
  ofSelected.set(inputs, known);
  return known;
}

const ofSelected = new WeakMap<RuleInputs, readonly Condition[]>();

function selectedAsOffice(condition: Condition): readonly Condition[] {
  const text = JSON.stringify(condition);
  const renamed = text
    .replaceAll('"var":"selectedOffice.services"', '"var":"office.services"')
    .replaceAll('"var":"page.selectedOffice"', '"var":"office.id"');
  return renamed === text ? [] : [JSON.parse(renamed)];
}

/** Generated ids start far above those that people assign. */
const firstId = 900_001;

function officeOf(kind: unknown, index: number): Office {
  const facts = { office: kind } as { readonly office: Readonly<Record<string, unknown>> };
  const text = (name: string) => factValue(facts, `office.${name}`) as string | undefined;
  const flag = (name: string) => factValue(facts, `office.site.${name}`) === true;
  const id = text('id');
  const email = text('email') ?? 'office@example.com';
  return {
    id: id === undefined || id === '' || id === 'another' ? firstId + index : id,
    name: text('name') || `Office ${index + 1}`,
    ...(text('title') ? { title: text('title') } : {}),
    email: email === 'another' ? 'office@example.com' : email,
    services: (factValue(facts, 'office.services') ?? []) as readonly string[],
    site: {
      id: text('site.id') || 'another',
      isInternational: flag('isInternational'),
      exclude_from_international: flag('exclude_from_international'),
    },
  };
}

/** Returns a function for the status of each office on a page that lists all of them. */
function standingOf(input: OfficeInput, known: NamedOffices): (name: string) => Standing {
  const { slice, document, words } = input;
  const names = Object.keys(known);
  const all = { ...document, offices: known };
  const situation = situationOfWords(slice.form, all, { ...words, ...withOffices(names, words, document) });
  const ids = formsOf(input).map((form) => {
    const { eligibleOffices, offeredOffices } = resolve(form, situation);
    return {
      eligible: new Set(eligibleOffices.map(({ id }) => id)),
      offered: new Set(offeredOffices.map(({ id }) => id)),
    };
  });
  return (name) => {
    const id = known[name]?.id ?? '';
    const standings = ids.map(({ offered, eligible }) =>
      offered.has(id) ? 'offered' : eligible.has(id) ? 'eligible' : 'neither',
    );
    return standings.join(' ');
  };
}

function usualStanding(input: OfficeInput): Standing {
  const { slice, document, words } = input;
  const situation = situationOfWords(slice.form, document, words);
  const standings = formsOf(input).map((form) => {
    const { offeredOffices, eligibleOffices } = resolve(form, situation);
    return offeredOffices.length > 0 ? 'offered' : eligibleOffices.length > 0 ? 'eligible' : 'neither';
  });
  return standings.join(' ');
}

function withOffices(names: readonly string[], words: Words, { usual }: ScenarioDocument): Words {
  const isSecondListSet = (words.allOffices ?? usual.allOffices) !== undefined;
  return { offices: names, ...(isSecondListSet && { allOffices: names }) };
}

/**
 * Returns one office of each kind that can be distinguished once it is preselected: by its status, its id and
 * its services.
 */
function selectedChoices(
  inputs: RuleInputs,
  known: NamedOffices,
  standing: (name: string) => Standing,
): readonly Words[] {
  if (!asksOfSelected(inputs)) return [];
  const named = namedOfSelected(inputs);
  const kinds = new Map<string, string>();
  for (const [name, { id, services }] of Object.entries(known).reverse()) {
    const words = [String(id), ...(services ?? [])].filter((word) => named.has(word)).sort();
    kinds.set(JSON.stringify([standing(name), words]), name);
  }
  return [...kinds.values()].reverse().map((selectedOffice) => ({ selectedOffice }));
}

/**
 * Returns the ids and services that conditions on the preselected office contain, cached because they are the
 * same on every page.
 */
function namedOfSelected(inputs: RuleInputs): ReadonlySet<string> {
  const known = namesOfSelected.get(inputs) ?? findNamed(inputs);
  namesOfSelected.set(inputs, known);
  return known;
}

const namesOfSelected = new WeakMap<RuleInputs, ReadonlySet<string>>();

function findNamed({ conditions }: RuleInputs): ReadonlySet<string> {
  return new Set(
    dimensionsOf(conditions, []).flatMap(({ fact, values }) =>
      fact === 'page.selectedOffice' || fact === 'selectedOffice.services' ? values.flat().map(String) : [],
    ),
  );
}

/**
 * Inserts known facts into a condition as constants, so that it reads only the office. `insertFacts({in:
 * [{var: 'type'}, {var: 'office.services'}]}, {type: 'sales'}) // {in: ['sales', {var: 'office.services'}]}`
 */
function withFacts(condition: unknown, facts: FactValues): unknown {
  if (Array.isArray(condition)) return condition.map((item) => withFacts(item, facts));
  if (!isOperation(condition)) return condition;
  const name = factOperand(condition);
  if (name !== undefined) return operandValue(condition, facts) ?? condition;
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]) => [operator, withFacts(operand, facts)]),
  );
}
