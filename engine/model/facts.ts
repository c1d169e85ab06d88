import { getFactPath, getOptionsField } from './fact-names.ts';

/**
 * The kind of a fact's value. `type` is the key of an enquiry type, `value` the effective value of a field,
 * of any kind.
 */
export type FactType = 'boolean' | 'id' | 'text' | 'list' | 'number' | 'date' | 'type' | 'value';

/**
 * The stage at which a fact is known (docs/architecture.md, "Strata"): `given` from the start, `candidate`
 * and `office` only while types are preferred and offices filtered, `item` only while options are filtered,
 * the others after an earlier stratum has decided them.
 */
export type FactStage =
  | 'given'
  | 'candidate'
  | 'office'
  | 'anyEligible'
  | 'type'
  | 'anyOffered'
  | 'item'
  | 'values';

export interface FactDefinition {
  readonly name: string;
  readonly kind: FactType;
  readonly stage: FactStage;
  /** One sentence for product owners. */
  readonly description: string;
}

/**
 * The facts that every form has (docs/reference.md, "Facts"). Each form has others of its own:
 * `values.<field>`, the effective value of a field or a value inside it; `options.<field>`, true if the field
 * has options; `item.<fact>`, a property of one option.
 */
export const factDefinitions: readonly FactDefinition[] = [
  { name: 'site.id', kind: 'id', stage: 'given', description: 'The id of the site.' },
  {
    name: 'site.isInternational',
    kind: 'boolean',
    stage: 'given',
    description: 'The site is international.',
  },
  { name: 'page.inModal', kind: 'boolean', stage: 'given', description: 'The form is in a modal.' },
  {
    name: 'page.isForLanding',
    kind: 'boolean',
    stage: 'given',
    description: 'The form is on a landing page.',
  },
  {
    name: 'page.eventTitle',
    kind: 'text',
    stage: 'given',
    description: 'The event title that the page passes in.',
  },
  {
    name: 'page.selectedOffice',
    kind: 'id',
    stage: 'given',
    description: 'The id of the preselected office.',
  },
  {
    name: 'selectedOffice.services',
    kind: 'list',
    stage: 'given',
    description: 'The services of the preselected office.',
  },
  { name: 'today', kind: 'date', stage: 'given', description: 'The current day, in UTC.' },
  { name: 'today.nextYear', kind: 'number', stage: 'given', description: 'The year after the current one.' },
  {
    name: 'candidate.name',
    kind: 'text',
    stage: 'candidate',
    description: 'The lower-cased name of an enquiry type.',
  },
  { name: 'office.id', kind: 'id', stage: 'office', description: 'The id of an office.' },
  { name: 'office.name', kind: 'text', stage: 'office', description: 'The name of an office.' },
  { name: 'office.title', kind: 'text', stage: 'office', description: 'The title of an office.' },
  {
    name: 'office.email',
    kind: 'text',
    stage: 'office',
    description: 'The email address of an office; only its presence matters.',
  },
  { name: 'office.services', kind: 'list', stage: 'office', description: 'The services of an office.' },
  { name: 'office.site.id', kind: 'id', stage: 'office', description: 'The id of the site of an office.' },
  {
    name: 'office.site.isInternational',
    kind: 'boolean',
    stage: 'office',
    description: 'The site of an office is international.',
  },
  {
    name: 'office.site.exclude_from_international',
    kind: 'boolean',
    stage: 'office',
    description: 'The site of an office is excluded on international sites.',
  },
  {
    name: 'offices.anyEligible',
    kind: 'boolean',
    stage: 'anyEligible',
    description: 'At least one office is eligible.',
  },
  { name: 'type', kind: 'type', stage: 'type', description: 'The key of the current enquiry type.' },
  {
    name: 'offices.anyOffered',
    kind: 'boolean',
    stage: 'anyOffered',
    description: 'At least one office is offered for the current type.',
  },
];

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
