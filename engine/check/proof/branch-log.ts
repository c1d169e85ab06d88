import { typeField } from '../../names.ts';
import type { FormType, Values } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import type { Visit } from '../situations/visits.ts';
import { type Branch, decidingOf } from '../witness/branches.ts';

/** Watches which branches of a type's schema are met by answers that can be sent. */
export interface BranchLog {
  readonly see: (visit: Visit) => void;
  /** A finding for each branch that none met, as far as anything could be sent at all. */
  readonly findings: () => readonly Finding[];
}

/** An empty log. */
export function branchLog(type: FormType, places: Places): BranchLog {
  const dead = new Map<Branch, Visit | undefined>(
    decidingOf(type).branches.map((branch) => [branch, undefined]),
  );
  let isAnythingSent = false;
  return {
    see(visit) {
      if (dead.size === 0 || !visit.plan.isSectionShown) return;
      const isSent = visit.problems.length === 0;
      isAnythingSent ||= isSent;
      for (const branch of dead.keys()) {
        if (!branch.isTaken(valuesOf(visit))) continue;
        if (isSent) dead.delete(branch);
        else dead.set(branch, dead.get(branch) ?? visit);
      }
    },
    findings: () =>
      isAnythingSent ? [...dead].map(([branch, visit]) => findingOf(branch, visit, type, places)) : [],
  };
}

function valuesOf({ plan }: Visit): Values {
  const { [typeField]: _type, ...values } = plan.values;
  return values;
}

function findingOf(branch: Branch, visit: Visit | undefined, type: FormType, places: Places): Finding {
  const [problem] = visit?.problems ?? [];
  const why =
    problem === undefined
      ? 'no answers were found that lead to it'
      : `who answers so cannot send, because "${problem.field}" is refused (${problem.code})`;
  return finding({
    ...places.schema(type, ...branch.path),
    code: 'dead-branch',
    reason: `this part of "${type.key}" cannot be met: ${why}; correct it, or what contradicts it`,
  });
}
