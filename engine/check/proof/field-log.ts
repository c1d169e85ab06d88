import type { FieldPlan, FormType } from '../../types.ts';
import type { Visit } from '../situations/visits.ts';

export interface FieldUse {
  /** In how many of the situations the field is shown. */
  readonly shown: Extent;
  /** In how many of the situations that show the field it is required. */
  readonly required: Extent;
  /**
   * The ids of the rules that hide it: of those that do so wherever it is hidden, else of all that do so
   * anywhere.
   */
  readonly hiddenBy: readonly string[];
  readonly requiredBy: readonly string[];
  /**
   * True if the field has a value in some situations that hide it: the value is sent although nobody sees it.
   */
  readonly isPreset: boolean;
}

/** In how many of some situations something is true. */
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
  /** The rules that hide it in every situation in which it is hidden; undefined before the first of them. */
  hidingAlways: ReadonlySet<string> | undefined;
  readonly hidingEver: Set<string>;
  readonly requiring: Set<string>;
}

/**
 * Creates an empty log of the fields that the plan decides. Fields with the widget `hidden` are meant to be
 * hidden, and are not recorded.
 */
export function createFieldLog(type: FormType): FieldLog {
  const watched = type.fields.filter(({ isConditional, widget }) => !isConditional && widget !== 'hidden');
  const counts = new Map(watched.map(({ name }): [string, Counts] => [name, newCounts()]));
  return {
    recordVisit({ plan }) {
      if (!plan.isSectionShown) return;
      for (const field of plan.fields) {
        const known = counts.get(field.name);
        if (known) countField(known, field);
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

function newCounts(): Counts {
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

function countField(known: Counts, { visibility, isRequired, value, because }: FieldPlan): void {
  if (visibility !== 'hidden') {
    known.shown += 1;
    if (!isRequired) return;
    known.required += 1;
    for (const id of because.required) known.requiring.add(id);
    return;
  }
  known.hidden += 1;
  known.isPreset ||= value !== undefined;
  const hiding = new Set(because.visibility);
  const before = known.hidingAlways;
  known.hidingAlways = before ? new Set([...before].filter((id) => hiding.has(id))) : hiding;
  for (const id of hiding) known.hidingEver.add(id);
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
