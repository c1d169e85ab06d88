import { isSameId } from '../../model/ids.ts';
import type { Plan } from '../../model/types.ts';
import { officeField } from '../model/names.ts';
import type { Office } from '../model/types.ts';
import type { YardDocument } from './scenario.ts';

/** The yard's part of what a scenario expects. Anything that is absent may have any value. */
export interface YardExpectations {
  /** Names of the eligible offices, in order. */
  readonly eligible?: readonly string[];
  /** Names of the offered offices, in the order of the select. */
  readonly offices?: readonly string[];
  /** Name of the office that is sent; null for none. */
  readonly office?: string | null;
}

/** The plan of a scenario, and the document whose offices it may name. */
interface PlannedScenario {
  readonly document: YardDocument;
  readonly plan: Plan;
}

/** The readers of the actual values for the yard's expectations. */
export const yardExpectationReaders = {
  eligible: ({ document, plan }) => plan.eligibleOffices.map((office) => getOfficeName(document, office)),
  offices: ({ document, plan }) => plan.offeredOffices.map((office) => getOfficeName(document, office)),
  /** The name of the offered office that is the effective value of the office field, else null. */
  office({ document, plan }) {
    const office = plan.offeredOffices.find(({ id }) => id === plan.values[officeField]);
    return office ? getOfficeName(document, office) : null;
  },
} as const satisfies Readonly<Record<keyof YardExpectations, (run: PlannedScenario) => unknown>>;

/** Returns the expectations of the yard that a captured scenario has: the offered offices. */
export function describeOfferedItems(document: YardDocument, plan: Plan): YardExpectations {
  return { offices: yardExpectationReaders.offices({ document, plan }) };
}

/** Returns the name of an office in the scenarios of a document; its id if it has none. */
function getOfficeName({ offices }: YardDocument, office: Office): string {
  const found = Object.entries(offices).find(([, candidate]) => isSameId(candidate.id, office.id));
  return found?.[0] ?? String(office.id);
}
