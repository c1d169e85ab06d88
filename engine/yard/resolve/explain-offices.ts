import type { Plan } from '../../model/types.ts';
import type { Office } from '../model/types.ts';

/** The yard's part of an explanation. Names of offices are those of `getOfficeName`. */
export interface YardExplanation {
  readonly eligibleOffices: readonly string[];
  readonly eligibleBecause: readonly string[];
  readonly offeredOffices: readonly string[];
  readonly offeredBecause: readonly string[];
}

/** Returns the eligible and the offered offices of a plan, with the rules that decided them. */
export function explainOffices(
  { eligibleOffices, offeredOffices, because }: Plan,
  getOfficeName: (office: Office) => string,
): YardExplanation {
  return {
    eligibleOffices: eligibleOffices.map(getOfficeName),
    eligibleBecause: because.eligible,
    offeredOffices: offeredOffices.map(getOfficeName),
    offeredBecause: because.offered,
  };
}

/** A row of an explanation as text: its name, the names of the list, and the rules that decided it. */
export type ListRow = readonly [what: string, names: readonly string[], because: readonly string[]];

/** Returns the rows of the yard; none for a form without offices. */
export function listOfficeRows(explanation: Partial<YardExplanation>): readonly ListRow[] {
  const { eligibleOffices, eligibleBecause = [], offeredOffices, offeredBecause = [] } = explanation;
  return [
    ...(eligibleOffices ? [['eligible offices', eligibleOffices, eligibleBecause] as const] : []),
    ...(offeredOffices ? [['offered offices', offeredOffices, offeredBecause] as const] : []),
  ];
}
