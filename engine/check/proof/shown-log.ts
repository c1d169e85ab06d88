import { stepsOf } from '../../steps.ts';
import type { FormType } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Place, Places } from '../places.ts';
import type { Visit } from '../situations/visits.ts';

/** Watches which fields, blocks and steps of a type are ever shown. */
export interface ShownLog {
  readonly see: (visit: Visit) => void;
  /** A finding for each of them that no situation showed, as far as the form shows anywhere. */
  readonly findings: () => readonly Finding[];
}

/** An empty log. What conditions of the schema bring is `branchLog`'s to tell, and what is drawn as hidden is meant to be. */
export function shownLog(type: FormType, places: Places): ShownLog {
  const own = type.fields.filter(({ isConditional, widget }) => !isConditional && widget !== 'hidden');
  const blocks = new Set(type.blocks?.map(({ name }) => name));
  const names = [...own.map(({ name }) => name), ...blocks];
  const unseen = new Map<string, ReadonlySet<string>>(names.map((name) => [name, new Set()]));
  const unmet = new Set(type.steps?.map(({ name }) => name));
  let isShown = false;
  return {
    see({ plan }) {
      if (!plan.isSectionShown || unseen.size + unmet.size === 0) return;
      isShown = true;
      for (const step of unmet.size > 0 ? stepsOf(plan, []) : []) unmet.delete(step.name);
      for (const { name, visibility, value, because } of plan.fields) {
        const hiding = unseen.get(name);
        if (hiding === undefined) continue;
        // What is preset is sent from where nobody sees it.
        if (visibility === 'hidden' && value === undefined)
          unseen.set(name, new Set([...hiding, ...because.visibility]));
        else unseen.delete(name);
      }
      for (const { name, visibility, because } of plan.blocks ?? []) {
        const hiding = unseen.get(name);
        if (hiding === undefined) continue;
        if (visibility === 'hidden') unseen.set(name, new Set([...hiding, ...because]));
        else unseen.delete(name);
      }
    },
    findings: () =>
      isShown
        ? [
            ...[...unseen].map(([name, hiding]) => {
              const place = blocks.has(name)
                ? places.ui(type, 'ui:blocks', name)
                : places.schema(type, 'properties', name);
              return findingOf({ place, name, what: blocks.has(name) ? 'block' : 'field', hiding, type });
            }),
            ...[...unmet].map((name) => skippedStep(name, type, places)),
          ]
        : [],
  };
}

function skippedStep(name: string, type: FormType, places: Places): Finding {
  const index = type.steps?.findIndex((step) => step.name === name) ?? 0;
  return finding({
    ...places.ui(type, 'ui:steps', index),
    code: 'never-shown',
    reason: `the step "${name}" of "${type.key}" is skipped everywhere, because none of its fields is shown; correct the rules that hide them, or take the step out`,
  });
}

function findingOf({
  place,
  name,
  what,
  hiding,
  type,
}: {
  readonly place: Place;
  readonly name: string;
  readonly what: 'field' | 'block';
  readonly hiding: ReadonlySet<string>;
  readonly type: FormType;
}): Finding {
  const rules = [...hiding].map((id) => `"${id}"`).join(', ');
  return finding({
    ...place,
    code: 'never-shown',
    reason: `"${name}" of "${type.key}" is not shown anywhere: ${rules} hide it in every situation; correct them, or take the ${what} out`,
  });
}
