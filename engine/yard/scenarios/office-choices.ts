import { countSituations, findDimensions } from '../../conditions/situation-space.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { Condition, Form, FormType } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { YardAxis } from './axes.ts';
import { findOfficeDimensions, getKnownOffices, type KindsInput, type ReadInputs } from './office-kinds.ts';
import type { NamedItems, YardScenario } from './scenario.ts';

/** The choices of the offices of a page that the rules can distinguish. */
export interface ListChoices {
  /**
   * Two axes, each with the usual choice first: the page's offices (the usual ones, one that is offered, one
   * that is only eligible, none; those with the status of the usual ones are left out), and the preselected
   * office.
   */
  readonly axes: readonly YardAxis[];
  /** The offices that the choices may name: those of the document and generated ones. */
  readonly known: NamedItems;
}

export interface ListInput extends KindsInput {
  /** The page in the terms of a scenario, with its usual values. */
  readonly page: YardScenario;
  /**
   * The forms whose offices are to be distinguished, each with this type only. Absent: `form`.
   */
  readonly forms?: readonly Form[] | undefined;
  /** Names of further offices to preselect. */
  readonly alsoPreselected?: readonly string[];
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
export function findListChoices(input: ListInput): ListChoices | TooManyKinds {
  const { inputs } = input;
  const { offices } = input.document;
  if (!readsOffices(input)) return createChoices(input, { lists: [{}], selected: [{}], known: offices });
  const dimensions = findOfficeDimensions(input);
  if (countSituations(dimensions) > maxOfficeKinds) {
    const facts = dimensions.map(({ fact, values }) => `${fact} (${values.length})`);
    return { count: countSituations(dimensions), tooMany: facts };
  }
  const known = getKnownOffices(dimensions, offices);
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
      wanted === usual || wanted === neither ? [] : [createOfficesChoice([name], input)],
    );
  const none = usual === neither ? [] : [createOfficesChoice([], input)];
  const selected = listSelectedChoices(inputs, { known, getStatus });
  return createChoices(input, { lists: [{}, ...lists, ...none], selected: [{}, ...selected], known });
}

/** Returns the choices as axes, with the further offices to preselect. */
function createChoices(
  { alsoPreselected = [] }: ListInput,
  {
    lists,
    selected,
    known,
  }: {
    readonly lists: readonly YardScenario[];
    readonly selected: readonly YardScenario[];
    readonly known: NamedItems;
  },
): ListChoices {
  const others = alsoPreselected.map((selectedOffice) => ({ selectedOffice }));
  return {
    axes: [
      { facts: 'offices', choices: lists },
      { facts: 'page.selectedOffice', choices: [...selected, ...others] },
    ],
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

/** Returns the forms to distinguish offices for. */
function getForms({ forms, form }: ListInput): readonly Form[] {
  return forms ?? [form];
}

/** Returns true if a rule reads, filters or offers offices, or a field offers them. */
function readsOffices({ form, inputs }: ListInput): boolean {
  return (
    inputs.optionSets.has('offeredOffices') ||
    readsPreselection(inputs) ||
    [...inputs.facts].some((fact) => fact.startsWith('office')) ||
    form.rules.some(({ then }) => then.eligible !== undefined || then.offer !== undefined)
  );
}

/** Returns true if a rule reads the preselected office or its services. */
export function readsPreselection({ facts }: Pick<ReadInputs, 'facts'>): boolean {
  return facts.has('page.selectedOffice') || facts.has('selectedOffice.services');
}

/**
 * Returns a function that returns the status of an office, by its name, on a page that lists all of them. An
 * unknown office has the status `neither`.
 */
function createStatusLookup(input: ListInput, known: NamedItems): (name: string) => OfficeStatus {
  const situation = input.toSituation(known, createOfficesChoice(Object.keys(known), input));
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
function getUsualStatus(input: ListInput): OfficeStatus {
  const situation = input.toSituation(input.document.offices, {});
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
function createOfficesChoice(names: readonly string[], { page }: ListInput): YardScenario {
  return { offices: names, ...(page.allOffices !== undefined && { allOffices: names }) };
}

/**
 * Returns one choice of the preselected office for each kind that can be distinguished once it is
 * preselected: by its status, its id and its services. Returns none if no rule reads the preselected office.
 */
function listSelectedChoices(
  inputs: ReadInputs,
  { known, getStatus }: { readonly known: NamedItems; readonly getStatus: (name: string) => OfficeStatus },
): readonly YardScenario[] {
  if (!readsPreselection(inputs)) return [];
  const named = getSelectedNames(inputs);
  const kinds = new Map<string, string>();
  for (const [name, { id, services }] of Object.entries(known).reverse()) {
    const read = [String(id), ...(services ?? [])].filter((each) => named.has(each)).sort();
    kinds.set(JSON.stringify([getStatus(name), read]), name);
  }
  return [...kinds.values()].reverse().map((selectedOffice) => ({ selectedOffice }));
}

/**
 * Returns the ids and services that conditions on the preselected office contain, cached because they are the
 * same on every page.
 */
const getSelectedNames = memoizeByObject(
  ({ conditions }: ReadInputs): ReadonlySet<string> =>
    new Set(
      findDimensions(conditions, []).flatMap(({ fact, values }) =>
        fact === 'page.selectedOffice' || fact === 'selectedOffice.services' ? values.flat().map(String) : [],
      ),
    ),
);

/**
 * Returns generated offices to preselect, by name: one for each service that is named like an enquiry type or
 * in a condition, one without services and one with all.
 */
export function createPreselections(
  conditions: readonly Condition[],
  types: readonly FormType[],
): NamedItems {
  const named = findDimensions(conditions, types)
    .filter(({ fact }) => fact === 'selectedOffice.services')
    .flatMap(({ values }) => values.flat().map(String));
  const services = [...new Set([...types.map(({ key }) => key.toLowerCase()), ...named])];
  const lists = [[], ...services.map((service) => [service]), services];
  return Object.fromEntries(
    lists.map((list, index) => [
      `office-for-${list.length === 1 ? list[0] : list.length === 0 ? 'nothing' : 'everything'}`,
      { id: 910_001 + index, name: `Office ${index + 1}`, email: 'office@example.com', services: list },
    ]),
  );
}

/** Returns the axis of the preselected office: the usual one, then those with these names. */
export function createPreselectionAxis(names: readonly string[]): YardAxis {
  return {
    facts: 'page.selectedOffice',
    choices: [{}, ...names.map((selectedOffice) => ({ selectedOffice }))],
  };
}
