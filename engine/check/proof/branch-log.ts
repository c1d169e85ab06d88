import { typeField } from '../../names.ts';
import type { FormType, Values } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import type { Visit } from '../situations/visits.ts';
import { type Branch, decidingOf } from '../witness/branches.ts';
import { refute } from '../witness/refute.ts';

/** Records which branches of a type's schema are met by answers that can be sent. */
export interface BranchLog {
  readonly see: (visit: Visit) => void;
  /** Returns a finding for each branch that no visit met, unless nothing could be sent at all. */
  readonly findings: () => readonly Finding[];
}

export function branchLog(type: FormType, places: Places): BranchLog {
  const unmet = new Set(decidingOf(type).branches);
  let isAnythingSent = false;
  return {
    see(visit) {
      if (unmet.size === 0 || !visit.plan.isSectionShown || visit.problems.length > 0) return;
      isAnythingSent = true;
      const values = valuesOf(visit);
      for (const branch of unmet) if (branch.isTaken(values)) unmet.delete(branch);
    },
    findings: () => (isAnythingSent ? [...unmet].map((branch) => findingOf(branch, type, places)) : []),
  };
}

function valuesOf({ plan }: Visit): Values {
  const { [typeField]: _type, ...values } = plan.values;
  return values;
}

function findingOf(branch: Branch, type: FormType, places: Places): Finding {
  const { schema: root, fields } = type;
  const place = places.schema(type, ...branch.path);
  const names = fields.map(({ name }) => name);
  const contradiction = refute({ allOf: [root, branch.schema] }, root, names);
  if (contradiction === undefined)
    return finding({
      ...place,
      code: 'unmet-branch',
      reason: `no answers were found that meet this part of "${type.key}" and can be sent; add an example that does, or correct it if there is none`,
    });
  return finding({
    ...place,
    code: 'dead-branch',
    reason: `this part of "${type.key}" cannot be met: ${contradiction}; correct one of them`,
  });
}
