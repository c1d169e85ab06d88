import type { FieldPlan, FormType } from '../../model/types.ts';
import type { Visit } from '../situations/visit.ts';

/** The use of a field in the recorded situations that show the form. A concealed field counts as shown. */
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
  /** The ids of the rules that require it in some situation in which it is shown. */
  readonly requiredBy: readonly string[];
  /**
   * True if the field has a value in some situation that hides it. The value is sent although nobody sees it.
   */
  readonly isPreset: boolean;
}

/** The share of situations in which something is true; `never` also if there are none. */
export type Extent = 'always' | 'sometimes' | 'never';

/** A record of how often each field of a type is shown, required and hidden. */
export interface FieldLog {
  /** Adds the fields of a visit; ignores it if the form is not shown. */
  readonly recordVisit: (visit: Pick<Visit, 'plan'>) => void;
  /** Returns the use of each field by name. Fields that were in no recorded plan are left out. */
  readonly getUses: () => ReadonlyMap<string, FieldUse>;
}

/** The numbers of situations in which a field is shown, hidden, and shown and required, with the reasons. */
interface Counts {
  shown: number;
  hidden: number;
  required: number;
  isPreset: boolean;
  /**
   * The rules that have hidden it in every situation in which it was hidden; undefined before the first one.
   */
  hidingAlways: ReadonlySet<string> | undefined;
  /** The ids of the rules that have hidden it in some situation. */
  readonly hidingEver: Set<string>;
  /** The ids of the rules that have required it in some situation. */
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

/** Adds the state of a field in one situation to its counts. */
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

/** Converts the counts of a field to its use. */
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

/** Returns the share of `part` in `whole`; `never` if `part` is 0, even of 0. */
function toExtent(part: number, whole: number): Extent {
  return part === 0 ? 'never' : part === whole ? 'always' : 'sometimes';
}
