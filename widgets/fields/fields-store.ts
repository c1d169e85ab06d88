import { type Plan, type Problem, typeField, type Values } from '#engine';
import { isNameProblem } from '#engine/texts/entry-names.ts';
import { type FieldView, reuseView } from './field-view.ts';
import { getInnerValue, getNamePointer, getPointerField, setInnerValue, type ValuePath } from './pointer.ts';
import type { ChosenBranch } from './restored-fields.ts';

/**
 * The time at which a text is committed: on blur, at each input, or at the inputs for which the function
 * returns true. The function is called after the section has received the input.
 */
export type CommitOn = 'blur' | 'input' | (() => boolean);

/** The data of a section that its fields are rendered from, and its callbacks. */
export interface FieldsState {
  readonly plan: Plan;
  readonly entered: Values;
  readonly problems: readonly Problem[];
  /** Returns the message of a problem. */
  readonly messageOf: (problem: Problem) => string;
  /** The message of a failed send. */
  readonly failure?: string | undefined;
  /** The name of the field that shows `failure`. */
  readonly failureField: string | undefined;
  readonly commitOn: CommitOn;
  /** True if all fields are disabled. */
  readonly isDisabled?: boolean | undefined;
  /** Called with the whole value of a field when a value in it is committed. */
  readonly onChange: (field: string, value: unknown) => void;
  /** Called with the whole value of a field while a value in it is being typed. */
  readonly onInput: (field: string, value: unknown) => void;
  /**
   * Called with the branch that is chosen for a value, by a key of `toBranchKey`; with undefined for an item
   * that was removed from its list.
   */
  readonly onBranch?: ((key: string, chosen: ChosenBranch | undefined) => void) | undefined;
}

/**
 * The store between a section and its fields. Each field subscribes to its own data, so a keystroke renders
 * one field. Everything that changes between plans goes through the store and not through RJSF, which would
 * render all fields.
 */
export interface FieldsStore extends FieldsSnapshot {
  /** Sets the data of the section and notifies the fields whose data changed. */
  readonly update: (state: FieldsState) => void;
  /**
   * Calls the listener when anything in the field changes, nested values included. Returns the function that
   * unsubscribes.
   */
  readonly subscribe: (field: string, listener: () => void) => () => void;
  /**
   * The first data of the fields. A chunk of a long form is hydrated with the data that the server rendered,
   * even if values were entered since.
   */
  readonly drawn: FieldsSnapshot;
  /** Returns true if a text must be committed at the current input, as `commitOn` decides. */
  readonly shouldCommitNow: () => boolean;
  /**
   * Commits a value by `onChange`; for a nested one, the whole value of the field with it inside. A field
   * with a preset that is emptied is committed as `null`, so that the preset does not return. For the enquiry
   * type, the pending text of all other fields is committed first.
   */
  readonly change: (path: ValuePath, value: unknown) => void;
  /** Reports a value that is being typed by `onInput`, before it is committed. */
  readonly input: (path: ValuePath, value: unknown) => void;
  /**
   * Sets the initial value of a nested field, for example from a `const`; undefined removes it. It is sent
   * with the first value that is entered; alone it counts as empty.
   */
  readonly seed: (field: string, value: unknown) => void;
  /** Returns the value at a path, including reported inputs that are not committed yet; undefined if none. */
  readonly valueAt: (path: ValuePath) => unknown;
  /** Commits the pending text of all widgets; returns the value at a path after that. */
  readonly flushAndGetValue: (path: ValuePath) => unknown;
  /**
   * Returns true if the field itself has committed or reported this value. Any other value comes from
   * outside, for example from a draft.
   */
  readonly isOwn: (field: string, value: unknown) => boolean;
  /**
   * Returns the choice that `chooseBranch` stored for a key; undefined for a choice that only the draft
   * contains.
   */
  readonly getChosenBranch: (key: string) => ChosenBranch | undefined;
  /** Stores a choice and passes it to `onBranch`; undefined removes it. */
  readonly chooseBranch: (key: string, chosen: ChosenBranch | undefined) => void;
  /**
   * Registers a callback that commits the pending text of a widget or hydrates a chunk. `flush`,
   * `flushAndGetValue` and a change of type call it. Returns the function that unregisters it.
   */
  readonly registerPending: (commit: () => void) => () => void;
  /**
   * Commits the pending text of all widgets. Returns the committed values by field; empty if none was
   * pending.
   */
  readonly flush: () => Readonly<Record<string, unknown>>;
}

export interface FieldsSnapshot {
  /** Returns the view of a field; undefined for an unknown name. */
  readonly getView: (field: string) => FieldView | undefined;
  /** Returns the message at a pointer: `problemAt('guests/0/name')`; undefined if there is no problem. */
  readonly problemAt: (pointer: string) => string | undefined;
}

/** Creates the store with the first data of the section. Calls no listener and no callback yet. */
export function createFieldsStore(initial: FieldsState): FieldsStore {
  let state = initial;
  let messages = buildMessages(initial);
  let views = buildViews(initial, messages, new Map());
  const drawn = createSnapshot(views, messages);
  /** The values of fields with their latest inputs. The section receives some of them only later. */
  const latest = new Map<string, unknown>();
  const seeds = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();
  const pending = new Set<() => void>();
  let flushed: Record<string, unknown> | undefined;
  /**
   * The values that the fields themselves have reported. A section may render one of them after a newer one
   * was reported.
   */
  const ownValues = new Map<string, Set<unknown>>();
  const branches = new Map<string, ChosenBranch>();

  /** Returns the entered value of a field, else its value in the plan, else its seed. */
  const getCommittedValue = (name: string) =>
    state.entered[name] ?? views.get(name)?.plan.value ?? seeds.get(name);

  /** Returns the latest reported value at a path, else the committed one. */
  const valueAt = ([field = '', ...inner]: ValuePath) => {
    const name = String(field);
    return getInnerValue(latest.has(name) ? latest.get(name) : getCommittedValue(name), inner);
  };

  /**
   * Records a value as the latest one, but reports it to nobody. Returns the field and its whole value:
   * `null` if the field was emptied and has a preset, `undefined` if only its initial value is left.
   */
  const recordLatestValue = (path: ValuePath, value: unknown): readonly [field: string, value: unknown] => {
    const [field = '', ...inner] = path;
    const name = String(field);
    const whole = setInnerValue(latest.has(name) ? latest.get(name) : getCommittedValue(name), inner, value);
    const isSeed = seeds.has(name) && JSON.stringify(whole) === JSON.stringify(seeds.get(name));
    const isEmptied = whole === undefined && views.get(name)?.plan.preset !== undefined;
    const entered = isEmptied ? null : isSeed ? undefined : whole;
    latest.set(name, entered);
    const ofField = ownValues.get(name) ?? new Set();
    ownValues.set(name, ofField.add(entered));
    return [name, entered];
  };

  return {
    update(next) {
      for (const name of latest.keys()) if (next.entered[name] !== state.entered[name]) latest.delete(name);
      const formerViews = views;
      const formerMessages = messages;
      messages = buildMessages(next);
      views = buildViews(next, messages, formerViews);
      state = next;
      for (const [name, values] of ownValues) removeOlderValues(values, next.entered[name]);
      const changed = new Set(findChangedKeys(formerViews, views));
      for (const pointer of findChangedKeys(formerMessages, messages)) changed.add(getPointerField(pointer));
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
    getView: (field) => views.get(field),
    problemAt: (pointer) => messages.get(pointer),
    shouldCommitNow: () =>
      typeof state.commitOn === 'function' ? state.commitOn() : state.commitOn === 'input',
    change(path, value) {
      const [field, whole] = recordLatestValue(path, value);
      // The fields of the former type commit before they disappear.
      if (field === typeField) for (const commit of pending) commit();
      if (flushed) flushed[field] = whole;
      state.onChange(field, whole);
    },
    input(path, value) {
      state.onInput(...recordLatestValue(path, value));
    },
    seed(field, value) {
      if (value === undefined) seeds.delete(field);
      else seeds.set(field, value);
    },
    valueAt,
    flushAndGetValue(path) {
      for (const commit of pending) commit();
      return valueAt(path);
    },
    isOwn: (field, value) => ownValues.get(field)?.has(value) === true,
    getChosenBranch: (key) => branches.get(key),
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

/**
 * Removes from `ownValues` the values that a field reported before `rendered`. Removes nothing if the field
 * did not report `rendered`.
 */
function removeOlderValues(ownValues: Set<unknown>, rendered: unknown): void {
  if (!ownValues.has(rendered)) return;
  for (const value of ownValues) {
    if (value === rendered) return;
    ownValues.delete(value);
  }
}

/** Returns a snapshot of these maps. It stays the same when the store is updated, which replaces its maps. */
function createSnapshot(
  views: ReadonlyMap<string, FieldView>,
  messages: ReadonlyMap<string, string>,
): FieldsSnapshot {
  return { getView: (field) => views.get(field), problemAt: (pointer) => messages.get(pointer) };
}

/** Returns the views of all fields by name. A view that has not changed is the former object. */
function buildViews(
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
    views.set(name, reuseView(former.get(name), view));
  }
  return views;
}

/** Returns the keys whose values are not identical, and the keys that only one map has. */
function findChangedKeys<Value>(
  former: ReadonlyMap<string, Value>,
  next: ReadonlyMap<string, Value>,
): readonly string[] {
  if (former === next) return [];
  const changed: string[] = [];
  for (const [key, value] of next) if (former.get(key) !== value) changed.push(key);
  for (const key of former.keys()) if (!next.has(key)) changed.push(key);
  return changed;
}

/** Returns the message of the first problem at each pointer, by pointer. */
function buildMessages({ problems, messageOf }: FieldsState): Map<string, string> {
  return new Map([...problems].reverse().map((problem) => [getMessagePointer(problem), messageOf(problem)]));
}

/**
 * Returns the pointer at which a problem is shown. A problem with the name of an entry is shown at the input
 * for that name.
 */
function getMessagePointer(problem: Problem): string {
  return isNameProblem(problem) ? getNamePointer(problem.field) : problem.field;
}
