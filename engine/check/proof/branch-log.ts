import { typeField } from '../../model/names.ts';
import type { FormType, Values } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { type Branch, getSchemaDecisions } from '../examples/branches.ts';
import { refuteSchema } from '../examples/refute.ts';
import { createFinding, type Finding } from '../finding.ts';
import type { Visit } from '../situations/visit.ts';

/** A record of the branches of a type's schema that are still unmet. */
export interface BranchLog {
  /**
   * Records the branches that the values of a visit meet. Ignores visits whose form is not shown or cannot be
   * sent.
   */
  readonly recordVisit: (visit: Visit) => void;
  /**
   * Returns a finding for each branch that no recorded visit met; empty if there was no visit that could be
   * sent.
   */
  readonly findings: () => readonly Finding[];
}

/** Creates a log that records which branches of a type's schema are met by answers that can be sent. */
export function createBranchLog(type: FormType, locator: DocumentLocator): BranchLog {
  const unmet = new Set(getSchemaDecisions(type).branches);
  let isAnythingSent = false;
  return {
    recordVisit(visit) {
      if (unmet.size === 0 || !visit.plan.isSectionShown || visit.problems.length > 0) return;
      isAnythingSent = true;
      const values = getValuesWithoutType(visit);
      for (const branch of unmet) if (branch.isTaken(values)) unmet.delete(branch);
    },
    findings: () =>
      isAnythingSent ? [...unmet].map((branch) => createBranchFinding(branch, type, locator)) : [],
  };
}

/** Returns the effective values of a visit without that of the type field. */
function getValuesWithoutType({ plan }: Visit): Values {
  const { [typeField]: _type, ...values } = plan.values;
  return values;
}

/** Creates the finding `dead-branch` if it is proven that no answers meet the branch, else `unmet-branch`. */
function createBranchFinding(branch: Branch, type: FormType, locator: DocumentLocator): Finding {
  const { schema: root, fields } = type;
  const position = locator.schema(type, ...branch.path);
  const names = fields.map(({ name }) => name);
  const contradiction = refuteSchema({ allOf: [root, branch.schema] }, root, names);
  if (contradiction === undefined)
    return createFinding({
      ...position,
      code: 'unmet-branch',
      reason: `no answers were found that meet this part of "${type.key}" and can be sent; add an example that does, or correct it if there is none`,
    });
  return createFinding({
    ...position,
    code: 'dead-branch',
    reason: `this part of "${type.key}" cannot be met: ${contradiction}; correct one of them`,
  });
}
