import type { FormType } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import type { Visit } from '../situations/visits.ts';

/** Watches which fields of a type are ever shown. */
export interface ShownLog {
  readonly see: (visit: Visit) => void;
  /** A finding for each field that no situation showed, as far as the form shows anywhere. */
  readonly findings: () => readonly Finding[];
}

/** An empty log. What conditions of the schema bring is `branchLog`'s to tell, and what is drawn as hidden is meant to be. */
export function shownLog(type: FormType, places: Places): ShownLog {
  const own = type.fields.filter(({ isConditional, widget }) => !isConditional && widget !== 'hidden');
  const unseen = new Map<string, ReadonlySet<string>>(own.map(({ name }) => [name, new Set()]));
  let isShown = false;
  return {
    see({ plan }) {
      if (!plan.isSectionShown || unseen.size === 0) return;
      isShown = true;
      for (const { name, visibility, value, because } of plan.fields) {
        const hiding = unseen.get(name);
        if (hiding === undefined) continue;
        // What is preset is sent from where nobody sees it.
        if (visibility === 'hidden' && value === undefined)
          unseen.set(name, new Set([...hiding, ...because.visibility]));
        else unseen.delete(name);
      }
    },
    findings: () =>
      isShown ? [...unseen].map(([name, hiding]) => findingOf(name, hiding, type, places)) : [],
  };
}

function findingOf(name: string, hiding: ReadonlySet<string>, type: FormType, places: Places): Finding {
  const rules = [...hiding].map((id) => `"${id}"`).join(', ');
  return finding({
    ...places.schema(type, 'properties', name),
    code: 'never-shown',
    reason: `"${name}" of "${type.key}" is not shown anywhere: ${rules} hide it in every situation; correct them, or take the field out`,
  });
}
