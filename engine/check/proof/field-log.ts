import type { FieldPlan, FormType } from '../../types.ts';
import type { Visit } from '../situations/visits.ts';

export interface FieldUse {
  /** The share of the situations in which the field is shown. */
  readonly shown: Extent;
  /** The share, of the situations that show the field, in which it is required. */
  readonly required: Extent;
  /**
   * The ids of the rules that hide it in every situation in which it is hidden; if there are none, of all
   * that ever hide it.
   */
  readonly hiddenBy: readonly string[];
  readonly requiredBy: readonly string[];
  /**
   * True if the field has a value in some situation that hides it. The value is sent although nobody sees it.
   */
  readonly isPreset: boolean;
}

export type Extent = 'always' | 'sometimes' | 'never';

export interface FieldLog {
  readonly recordVisit: (visit: Pick<Visit, 'plan'>) => void;
  /** Returns the use of each field by name; empty if the form is never shown. */
  readonly getUses: () => ReadonlyMap<string, FieldUse>;
}

interface Counts {
  shown: number;
  hidden: number;
  required: number;
  isPreset: boolean;
  /**
   * The rules that have hidden it in every situation in which it was hidden; undefined before the first one.
   */
  hidingAlways: ReadonlySet<string> | undefined;
  readonly hidingEver: Set<string>;
  readonly requiring: Set<string>;
}

/**
 * Creates an empty log of how often each field is shown, required and hidden. It ignores fields that only a
 * condition of the schema adds, and fields with the widget `hidden`, which are meant to be hidden.
 */
export function createFieldLog(type: FormType): FieldLog {
  const watched = type.fields.filter(({ isConditional, widget }) => !isConditional && widget !== 'hidden');
  const counts = new Map(watched.map(({ name }): [string, Counts] => [name, createEmptyCounts()]));
  return {
    recordVisit({ plan }) {
      if (!plan.isSectionShown) return;
      for (const field of plan.fields) {
        const known = counts.get(field.name);
        if (known) addToCounts(known, field);
      }
    },
    getUses: () =>
      new Map(
        [...counts]
          .filter(([, { shown, hidden }]) => shown + hidden > 0)
          .map(([name, of]) => [name, toFieldUse(of)]),
      ),
  };
}

function createEmptyCounts(): Counts {
  return {
    shown: 0,
    hidden: 0,
    required: 0,
    isPreset: false,
    hidingAlways: undefined,
    hidingEver: new Set(),
    requiring: new Set(),
  };
}

function addToCounts(counts: Counts, { visibility, isRequired, value, because }: FieldPlan): void {
  if (visibility !== 'hidden') {
    counts.shown += 1;
    if (!isRequired) return;
    counts.required += 1;
    for (const id of because.required) counts.requiring.add(id);
    return;
  }
  counts.hidden += 1;
  counts.isPreset ||= value !== undefined;
  const hiding = new Set(because.visibility);
  const before = counts.hidingAlways;
  counts.hidingAlways = before ? new Set([...before].filter((id) => hiding.has(id))) : hiding;
  for (const id of hiding) counts.hidingEver.add(id);
}

function toFieldUse({
  shown,
  hidden,
  required,
  isPreset,
  hidingAlways,
  hidingEver,
  requiring,
}: Counts): FieldUse {
  const hiding = hidingAlways?.size ? hidingAlways : hidingEver;
  return {
    shown: toExtent(shown, shown + hidden),
    required: toExtent(required, shown),
    hiddenBy: [...hiding],
    requiredBy: [...requiring],
    isPreset,
  };
}

function toExtent(part: number, whole: number): Extent {
  return part === 0 ? 'never' : part === whole ? 'always' : 'sometimes';
}
