import { createFinding, type Finding } from '../finding.ts';
import type { ScenarioDocument } from '../scenarios/index.ts';
import type { Visit } from '../situations/visit.ts';
import type { Fault } from './stuck.ts';
import { toScenario } from './to-scenario.ts';

/** Collects faults while situations are visited, with the smallest situation of each. */
export interface FaultLog {
  /**
   * Counts a fault in one visited situation. The visit with the fewest unusual choices is stored as its
   * example, the first if several are equal.
   */
  readonly add: (fault: Fault, visit: Visit) => void;
  /**
   * Returns one finding for each code and position of the faults added so far, in the order of their first
   * occurrence.
   */
  readonly findings: () => readonly Finding[];
}

/**
 * Creates an empty log. Faults with the same code at the same position become one finding, with the number of
 * situations in which they occur.
 */
export function createFaultLog(document: ScenarioDocument): FaultLog {
  const known = new Map<string, Entry>();
  return {
    add(fault, visit) {
      const key = `${fault.code} ${fault.file}#${fault.pointer}`;
      const entry = known.get(key);
      if (entry === undefined) known.set(key, { fault, visit, situations: 1 });
      else {
        entry.situations += 1;
        if (visit.unusual < entry.visit.unusual) Object.assign(entry, { fault, visit });
      }
    },
    findings: () => [...known.values()].map((entry) => createFaultFinding(entry, document)),
  };
}

/** A fault, the smallest visit in which it occurred, and the number of visits in which it occurred. */
interface Entry {
  readonly fault: Fault;
  readonly visit: Visit;
  situations: number;
}

/**
 * Creates the finding of a fault, with a scenario that expects the visitor to have no problems and therefore
 * fails.
 */
function createFaultFinding({ fault, visit, situations }: Entry, document: ScenarioDocument): Finding {
  const name = `A visitor of "${visit.slice.type.key}" can send`;
  return createFinding({ ...fault, situations, ...toScenario(visit, document, name, { problems: {} }) });
}
