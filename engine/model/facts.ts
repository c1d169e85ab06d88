import { itemStage, presetFacts } from '../preset/model.ts';
import { getFactPath, getOptionsField } from './fact-names.ts';

/**
 * The kind of a fact's value. `type` is the key of an enquiry type, `value` the effective value of a field,
 * of any kind.
 */
export type FactType = 'boolean' | 'id' | 'text' | 'list' | 'number' | 'date' | 'type' | 'value';

/**
 * The stages at which facts are known, in their order (docs/architecture.md, "Strata"): `given` from the
 * start, `candidate` and `itemStage` only while types are preferred and the narrowed list is filtered, `item`
 * only while options are filtered, the others after an earlier stratum has decided them.
 */
const factStages = [
  'given',
  'candidate',
  itemStage,
  'anyEligible',
  'type',
  'anyOffered',
  'item',
  'values',
] as const;

export type FactStage = (typeof factStages)[number];

export interface FactDefinition {
  readonly name: string;
  readonly kind: FactType;
  readonly stage: FactStage;
  /** One sentence for product owners. */
  readonly description: string;
}

/** The facts of every form that are not the preset's. */
const ownFacts: readonly FactDefinition[] = [
  { name: 'today', kind: 'date', stage: 'given', description: 'The current day, in UTC.' },
  { name: 'today.nextYear', kind: 'number', stage: 'given', description: 'The year after the current one.' },
  {
    name: 'candidate.name',
    kind: 'text',
    stage: 'candidate',
    description: 'The lower-cased name of an enquiry type.',
  },
  { name: 'type', kind: 'type', stage: 'type', description: 'The key of the current enquiry type.' },
];

/**
 * The facts that every form has, in the order of their stages (docs/reference.md, "Facts"). Each form has
 * others of its own: `values.<field>`, the effective value of a field or a value inside it;
 * `options.<field>`, true if the field has options; `item.<fact>`, a property of one option.
 */
export const factDefinitions: readonly FactDefinition[] = factStages.flatMap((stage) =>
  [...presetFacts, ...ownFacts].filter((fact) => fact.stage === stage),
);

/**
 * Returns the fact with a name. Every name `values.…` or `options.…` gives a fact, even if no form has the
 * field. Returns undefined for other unknown names and for `item.…`.
 */
export function findFact(name: string): FactDefinition | undefined {
  if (getFactPath(name) !== undefined) {
    return { name, kind: 'value', stage: 'values', description: 'The effective value of a field.' };
  }
  if (getOptionsField(name) !== undefined) {
    return { name, kind: 'boolean', stage: 'values', description: 'The field has options.' };
  }
  return factsByName.get(name);
}

const factsByName: ReadonlyMap<string, FactDefinition> = new Map(
  factDefinitions.map((fact) => [fact.name, fact]),
);
