import type { FormType } from '../../model/types.ts';
import { listFormSteps } from '../../resolve/steps.ts';
import type { DocumentLocator, FindingPosition } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import type { Visit } from '../situations/visit.ts';
import type { FieldUse } from './field-log.ts';

/** A record of the blocks and steps of a type that were never shown. */
export interface ShownLog {
  /** Records the blocks and steps that a visit shows; ignores it if the form is not shown. */
  readonly recordVisit: (visit: Visit) => void;
  /**
   * Returns a finding for each block, step and field that no situation showed. Fields that have a value while
   * they are hidden are left out; blocks and steps too if the form is never shown.
   */
  readonly findings: (fields: ReadonlyMap<string, FieldUse>) => readonly Finding[];
}

/**
 * Creates a log that records which blocks and steps of a type are ever shown. Branches of the schema are in
 * the branch log, fields in the field log.
 */
export function createShownLog(type: FormType, locator: DocumentLocator): ShownLog {
  const blocks = (type.blocks ?? []).map(({ name }) => name);
  const unseen = new Map<string, ReadonlySet<string>>(blocks.map((name) => [name, new Set()]));
  const unmet = new Set(type.steps?.map(({ name }) => name));
  let isShown = false;

  /** Returns a finding for each block and each step that no recorded visit showed. */
  function buildBlockAndStepFindings(): readonly Finding[] {
    const hidden = [...unseen].map(([name, hiding]) => {
      const place = locator.ui(type, 'ui:blocks', name);
      return createHiddenFinding({ place, name, what: 'block', hiding: [...hiding], type });
    });
    return [...hidden, ...[...unmet].map((name) => createSkippedStepFinding(name, type, locator))];
  }

  return {
    recordVisit({ plan }) {
      if (!plan.isSectionShown || unseen.size + unmet.size === 0) return;
      isShown = true;
      for (const step of unmet.size > 0 ? listFormSteps(plan, []) : []) unmet.delete(step.name);
      for (const { name, visibility, because } of plan.blocks ?? []) {
        const hiding = unseen.get(name);
        if (hiding === undefined) continue;
        if (visibility === 'hidden') unseen.set(name, new Set([...hiding, ...because]));
        else unseen.delete(name);
      }
    },
    findings: (fields) => [
      // A preset field is sent although nobody sees it, so it may be hidden everywhere.
      ...[...fields]
        .filter(([, { shown, isPreset }]) => shown === 'never' && !isPreset)
        .map(([name, { hiddenBy }]) => {
          const place = locator.schema(type, 'properties', name);
          return createHiddenFinding({ place, name, what: 'field', hiding: hiddenBy, type });
        }),
      ...(isShown ? buildBlockAndStepFindings() : []),
    ],
  };
}

/** Creates the finding for a step that is never shown. */
function createSkippedStepFinding(name: string, type: FormType, locator: DocumentLocator): Finding {
  const index = type.steps?.findIndex((step) => step.name === name) ?? 0;
  return createFinding({
    ...locator.ui(type, 'ui:steps', index),
    code: 'never-shown',
    reason: `the step "${name}" of "${type.key}" is always skipped, because none of its fields is shown; correct the rules that hide them, or remove the step`,
  });
}

/** Creates the finding for a field or block that is never shown. */
function createHiddenFinding({
  place,
  name,
  what,
  hiding,
  type,
}: {
  readonly place: FindingPosition;
  readonly name: string;
  readonly what: 'field' | 'block';
  /** The ids of the rules that hide it. */
  readonly hiding: readonly string[];
  readonly type: FormType;
}): Finding {
  const rules = hiding.map((id) => `"${id}"`).join(', ');
  return createFinding({
    ...place,
    code: 'never-shown',
    reason: `"${name}" of "${type.key}" is never shown: ${rules} hide it in every situation; correct them, or remove the ${what}`,
  });
}
