import { type Plan, type Problem, typeField, type Values } from '#engine';
import { isAboutName } from '#engine/entry-names.ts';
import { type FieldView, nextView } from './field-view.ts';
import { fieldOf, innerValue, nameOf, type Path, withInner } from './pointer.ts';
import type { ChosenBranch } from './restored-fields.ts';

/**
 * When a text leaves its widget: when its field is left, at each input, or at the inputs at which the function says so, which is asked
 * once the section has heard the input.
 */
export type CommitOn = 'blur' | 'input' | (() => boolean);

/** What a section says of its fields at one moment. */
export interface FieldsState {
  readonly plan: Plan;
  readonly entered: Values;
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  readonly failure?: string | undefined;
  readonly failureField: string;
  readonly commitOn: CommitOn;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (field: string, value: unknown) => void;
  readonly onInput: (field: string, value: unknown) => void;
  /** Hears which branch is chosen for a value, by a key of `branchKey`; none for an item of a list that is there no more. */
  readonly onBranch?: ((key: string, chosen: ChosenBranch | undefined) => void) | undefined;
}

/**
 * Stands between a section and its fields, so that each field hears only of what is about it: a keystroke redraws one.
 * Everything that changes from plan to plan comes this way and none of it through RJSF, which would redraw all.
 */
export interface FieldsStore extends Shown {
  /** Takes what the section says now, and tells the fields that it is about. */
  readonly update: (state: FieldsState) => void;
  /** The listener is called when anything about the field changes, inside it too. Gives the way to stop it. */
  readonly subscribe: (field: string, listener: () => void) => () => void;
  /** What the fields were first drawn from: a part of a long form is taken over as the server drew it, whatever was entered since. */
  readonly drawn: Shown;
  /** Whether what was just entered is to be committed at once. */
  readonly commitsNow: () => boolean;
  /**
   * Commits a value; a nested one as the field's whole value with it in its place. A field with a preset that is emptied is committed as
   * `null`, so that the preset does not come back.
   */
  readonly change: (path: Path, value: unknown) => void;
  /** Says that a value is being entered. */
  readonly input: (path: Path, value: unknown) => void;
  /**
   * What a nested field shows before anything is entered, as what a `const` fixes. It goes along with the first
   * thing that is entered, and alone it is as good as nothing.
   */
  readonly seed: (field: string, value: unknown) => void;
  /** Gives what stands at a place, as far as widgets have said it. */
  readonly valueAt: (path: Path) => unknown;
  /** Has every widget commit its pending text; gives what then stands at a place. */
  readonly valueNow: (path: Path) => unknown;
  /** Returns whether a field itself has committed or input this value. Any other value comes from elsewhere, for example from a draft. */
  readonly isOwn: (field: string, value: unknown) => boolean;
  /** The branch that was chosen for a value, by a key of `branchKey`. */
  readonly branchOf: (key: string) => ChosenBranch | undefined;
  /** Says which branch is chosen for a value; none for an item of a list that is there no more. */
  readonly chooseBranch: (key: string, chosen: ChosenBranch | undefined) => void;
  /** Takes what `flush`, or another type, calls to have a widget commit its pending text, or a part be taken over. Gives the way to take it back. */
  readonly registerPending: (commit: () => void) => () => void;
  /** Has every widget commit its pending text; gives those fields' values. */
  readonly flush: () => Readonly<Record<string, unknown>>;
}

/** What fields are drawn from. */
export interface Shown {
  readonly viewOf: (field: string) => FieldView | undefined;
  /** What is wrong at a place, in words: `problemAt('guests/0/name')`. */
  readonly problemAt: (pointer: string) => string | undefined;
}

/** A store that already knows the given state: what is drawn first is drawn from it. */
export function createFieldsStore(initial: FieldsState): FieldsStore {
  let state = initial;
  let messages = messagesOf(initial);
  let views = viewsOf(initial, messages, new Map());
  const drawn = shown(views, messages);
  /** Fields' values with the latest inputs in them; a section hears of some only later. */
  const latest = new Map<string, unknown>();
  const seeds = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();
  const pending = new Set<() => void>();
  let flushed: Record<string, unknown> | undefined;
  /** The values that fields themselves have said: a section may draw one when another has been said since. */
  const said = new Map<string, Set<unknown>>();
  const branches = new Map<string, ChosenBranch>();

  const knownValue = (name: string) => state.entered[name] ?? views.get(name)?.plan.value ?? seeds.get(name);

  const valueAt = ([field = '', ...inner]: Path) => {
    const name = String(field);
    return innerValue(latest.has(name) ? latest.get(name) : knownValue(name), inner);
  };

  const wholeValue = (path: Path, value: unknown): readonly [field: string, value: unknown] => {
    const [field = '', ...inner] = path;
    const name = String(field);
    const whole = withInner(latest.has(name) ? latest.get(name) : knownValue(name), inner, value);
    const isSeed = seeds.has(name) && JSON.stringify(whole) === JSON.stringify(seeds.get(name));
    const isEmptied = whole === undefined && views.get(name)?.plan.preset !== undefined;
    const entered = isEmptied ? null : isSeed ? undefined : whole;
    latest.set(name, entered);
    const ofField = said.get(name) ?? new Set();
    said.set(name, ofField.add(entered));
    return [name, entered];
  };

  return {
    update(next) {
      for (const name of latest.keys()) if (next.entered[name] !== state.entered[name]) latest.delete(name);
      const formerViews = views;
      const formerMessages = messages;
      messages = messagesOf(next);
      views = viewsOf(next, messages, formerViews);
      state = next;
      for (const [name, values] of said) forgetBefore(values, next.entered[name]);
      const changed = new Set(changedKeys(formerViews, views));
      for (const pointer of changedKeys(formerMessages, messages)) changed.add(fieldOf(pointer));
      for (const name of changed) for (const listener of listeners.get(name) ?? []) listener();
    },
    subscribe(field, listener) {
      const ofField = listeners.get(field) ?? new Set();
      listeners.set(field, ofField.add(listener));
      return () => {
        ofField.delete(listener);
      };
    },
    drawn,
    viewOf: (field) => views.get(field),
    problemAt: (pointer) => messages.get(pointer),
    commitsNow: () => (typeof state.commitOn === 'function' ? state.commitOn() : state.commitOn === 'input'),
    change(path, value) {
      const [field, whole] = wholeValue(path, value);
      // The fields of the type that goes.
      if (field === typeField) for (const commit of pending) commit();
      if (flushed) flushed[field] = whole;
      state.onChange(field, whole);
    },
    input(path, value) {
      state.onInput(...wholeValue(path, value));
    },
    seed(field, value) {
      if (value === undefined) seeds.delete(field);
      else seeds.set(field, value);
    },
    valueAt,
    valueNow(path) {
      for (const commit of pending) commit();
      return valueAt(path);
    },
    isOwn: (field, value) => said.get(field)?.has(value) === true,
    branchOf: (key) => branches.get(key),
    chooseBranch(key, chosen) {
      if (chosen === undefined) branches.delete(key);
      else branches.set(key, chosen);
      state.onBranch?.(key, chosen);
    },
    registerPending(commit) {
      pending.add(commit);
      return () => {
        pending.delete(commit);
      };
    },
    flush() {
      const values: Record<string, unknown> = {};
      flushed = values;
      for (const commit of pending) commit();
      flushed = undefined;
      return values;
    },
  };
}

/** Forgets the values that a field said before the one that is drawn now. */
function forgetBefore(said: Set<unknown>, drawn: unknown): void {
  if (!said.has(drawn)) return;
  for (const value of said) {
    if (value === drawn) return;
    said.delete(value);
  }
}

function shown(views: ReadonlyMap<string, FieldView>, messages: ReadonlyMap<string, string>): Shown {
  return { viewOf: (field) => views.get(field), problemAt: (pointer) => messages.get(pointer) };
}

function viewsOf(
  state: FieldsState,
  messages: ReadonlyMap<string, string>,
  former: ReadonlyMap<string, FieldView>,
): Map<string, FieldView> {
  const views = new Map<string, FieldView>();
  for (const plan of state.plan.fields) {
    const { name } = plan;
    const view: FieldView = {
      plan,
      entered: state.entered[name],
      problem: messages.get(name),
      failure: name === state.failureField ? state.failure : undefined,
      isDisabled: state.isDisabled === true,
    };
    views.set(name, nextView(former.get(name), view));
  }
  return views;
}

/** The keys of which two maps hold something else. */
function changedKeys<Value>(
  former: ReadonlyMap<string, Value>,
  next: ReadonlyMap<string, Value>,
): readonly string[] {
  if (former === next) return [];
  const changed: string[] = [];
  for (const [key, value] of next) if (former.get(key) !== value) changed.push(key);
  for (const key of former.keys()) if (!next.has(key)) changed.push(key);
  return changed;
}

/** The first problem of a place is the one that is told. */
function messagesOf({ problems, messageOf }: FieldsState): Map<string, string> {
  return new Map([...problems].reverse().map((problem) => [placeOf(problem), messageOf(problem)]));
}

/** What is wrong with the name of an entry is said at its name. */
function placeOf(problem: Problem): string {
  return isAboutName(problem) ? nameOf(problem.field) : problem.field;
}
