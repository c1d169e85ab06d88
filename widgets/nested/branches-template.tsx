import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import {
  type FieldProps,
  getDiscriminatorFieldFromSchema,
  hashObject,
  type MultiSchemaFieldTemplateProps,
  type Registry,
  type RJSFSchema,
  type SchemaUtilsType,
  TranslatableString,
} from '@rjsf/utils';
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { isBranchType, labelBranches } from '#engine/json-schema/branch-names.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import { usePosting } from '../controls/posting-context.ts';
import { getInnerValue, toPointer } from '../fields/pointer.ts';
import { type ChosenBranch, RestoredFieldsContext, toBranchKey } from '../fields/restored-fields.ts';
import { type SharedFields, useFields } from '../fields/use-fields.ts';
import { BranchContext, PathContext } from '../frame/path-context.ts';

/** Renders the choice of a branch, then the fields of the chosen branch. */
export function BranchesTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  const path = useContext(PathContext);
  return (
    <>
      <BranchContext.Provider value={path}>
        <PathContext.Provider value={undefined}>{selector}</PathContext.Provider>
      </BranchContext.Provider>
      {optionSchemaField}
    </>
  );
}

/**
 * Renders RJSF's choice of branches. The branch is the one that the visitor chose, even if the value fits
 * another one; before that, the one that the value fitted best when branches could first be matched. When a
 * visitor returns to a branch, its former values are restored. Choices are stored by `chooseBranch` and
 * removed with their list item.
 */
export function BranchesField(props: FieldProps): ReactNode {
  const { registry, fieldPathId, formData, schema } = props;
  const options = props.options as readonly RJSFSchema[];
  const { store } = useFields();
  const translateString = useBranchNames(props);
  const { branches, typeKey } = useContext(RestoredFieldsContext);
  const posting = usePosting();
  const { path } = fieldPathId;
  const pointer = toPointer(path);
  const branchesHash = useMemo(() => hashObject(options.map(toBranchIdentity)), [options]);
  const key = toBranchKey(typeKey, pointer, branchesHash);
  // Another type or other branches make another choice. A change of the pointer alone is an item that was
  // moved.
  const choiceKey = `${typeKey} ${branchesHash}`;
  const latestState = useRef({ choiceKey, state: { ...initialBranchState } });
  if (latestState.current.choiceKey !== choiceKey)
    latestState.current = { choiceKey, state: { ...initialBranchState } };
  const { state } = latestState.current;
  // The registry inside a branch is the one that the branch was rendered with.
  const schemaUtils = originalUtils.get(registry.schemaUtils) ?? registry.schemaUtils;
  if (!state.isSettled) {
    const stored = store.getChosenBranch(key) ?? branches?.[key];
    const chosen = posting?.branches[pointer] ?? stored?.branch;
    const isChosen = chosen !== undefined && chosen < options.length;
    /** Returns the index of the branch that the value fits best, or that its discriminator names. */
    const findBestBranch = () =>
      schemaUtils.getClosestMatchingOption(
        formData,
        options.map((option) => schemaUtils.retrieveSchema(option, formData)),
        0,
        getDiscriminatorFieldFromSchema(schema),
      );
    state.branch = isChosen ? chosen : findBestBranch();
    state.first = state.branch;
    state.isChosen = isChosen;
    state.left = stored?.left ?? {};
    // Until the validators are loaded, no branch can be matched.
    state.isSettled = isChosen || registry.formContext.canMatch === true;
  }
  const ownRegistry = useMemo(
    () => ({
      ...registry,
      translateString,
      schemaUtils: createBranchUtils(
        schemaUtils,
        options,
        state,
        (data) => store.flushAndGetValue(path) ?? data,
      ),
    }),
    [registry, schemaUtils, options, state, store, path, translateString],
  );
  /** Stores the chosen branch, so that it is restored after a reload. */
  const storeChoice = useCallback(
    () => store.chooseBranch(key, { path, branch: state.branch, left: state.left }),
    [store, key, path, state],
  );
  const onChange = useCallback<FieldProps['onChange']>(
    (...change) => {
      const known = store.getChosenBranch(key);
      if (state.isChosen && (state.branch !== known?.branch || state.left !== known.left)) storeChoice();
      props.onChange(...change);
    },
    [props.onChange, store, key, state, storeChoice],
  );
  useEffect(() => {
    if (!isInListItem(pointer)) return;
    if (state.isChosen) storeChoice();
    else if (store.getChosenBranch(key) !== undefined) store.chooseBranch(key, undefined);
    return () => {
      // The item was removed, or it was moved and reports its choice under its new pointer.
      if (store.valueAt(path) === undefined) store.chooseBranch(key, undefined);
    };
  }, [store, key, path, pointer, state, storeChoice]);
  return (
    <MultiSchemaField
      key={`${choiceKey} ${state.first}`}
      {...props}
      registry={ownRegistry}
      onChange={onChange}
    />
  );
}

/**
 * Returns a `translateString` for RJSF that names a branch without a title: by its content if possible, else
 * by its number. It translates other keys as before.
 */
function useBranchNames({ options, schema, fieldPathId, registry }: FieldProps): Registry['translateString'] {
  const { text, placeText } = useFields();
  const { path } = fieldPathId;
  return useMemo(() => {
    const names = labelBranches(options as readonly RJSFSchema[], schema, {
      findPropertyLabel: (name, choice) => placeText([...path, name], choice),
      findTypeLabel: (type) => getBranchTypeLabel(type, text),
    });
    return (key, params = []) => {
      const isBranchName =
        key === TranslatableString.OptionPrefix || key === TranslatableString.TitleOptionPrefix;
      if (!isBranchName) return registry.translateString(key, params);
      const number = Number(params.at(-1));
      return names[number - 1] ?? text('branch', { number });
    };
  }, [options, schema, path, registry, text, placeText]);
}

/**
 * Returns the label of a JSON type, such as `string`; undefined if the texts have none, as in older form
 * sets.
 */
function getBranchTypeLabel(type: string, text: SharedFields['text']): string | undefined {
  const key = `branch.${type}`;
  const label = isBranchType(type) ? text(key) : key;
  return label === key ? undefined : label;
}

/** The state of one choice of branches. `BranchesField` and its schema utilities change it in place. */
interface BranchState {
  /** True if only the visitor can still change the branch. */
  isSettled: boolean;
  /** True if a visitor has chosen the branch, in this visit or an earlier one. */
  isChosen: boolean;
  /** The index of the current branch. */
  branch: number;
  /** The index of the branch that was rendered first, before the visitor chose another one. */
  first: number;
  /** The entered values of branches that the visitor left, by index. */
  left: ChosenBranch['left'];
}

const initialBranchState: BranchState = { isSettled: false, isChosen: false, branch: 0, first: 0, left: {} };

/** Returns the properties that identify a branch, without those that conditions may change. */
function toBranchIdentity({ title, type, $ref, const: constant, properties }: RJSFSchema): object {
  return { title, type, $ref, const: constant, names: Object.keys(asObject(properties)) };
}

/** Returns true if a value is inside a list item, whose index may change. */
function isInListItem(pointer: string): boolean {
  return /\/\d+(?:\/|$)/.test(pointer);
}

/**
 * Returns RJSF's schema utilities for one choice of branches. They report the branch of `state` as the best
 * one. When the visitor chooses another branch, they record it and the value of the branch before in `state`,
 * and restore the former value of the chosen branch, if there is one.
 * @param options The schemas of the branches.
 * @param getLatestValue Returns the value with all pending text, given the value that RJSF knows.
 */
function createBranchUtils(
  utils: SchemaUtilsType,
  options: readonly RJSFSchema[],
  state: BranchState,
  getLatestValue: (data: unknown) => unknown,
): SchemaUtilsType {
  const branchBySchema = new Map<unknown, number>();
  const restoredValues = new WeakSet<object>();
  /** Retrieves a schema as usual, and records which branch it is. */
  const retrieveSchema: SchemaUtilsType['retrieveSchema'] = (schema, ...rest) => {
    const retrieved = utils.retrieveSchema(schema, ...rest);
    const branch = options.indexOf(schema);
    if (branch !== -1) branchBySchema.set(retrieved, branch);
    return retrieved;
  };
  /**
   * Returns the value after a change from the branch `from` to the branch `to`: the former value of that
   * branch with newer shared properties, or the properties that fit it. Records the choice in `state`.
   */
  const sanitizeDataForNewSchema: SchemaUtilsType['sanitizeDataForNewSchema'] = (to, from, data) => {
    const [next, former] = [branchBySchema.get(to), branchBySchema.get(from)];
    // RJSF does not know text that is still pending in its control.
    const entered = getLatestValue(data);
    if (former !== undefined) state.left = { ...state.left, [former]: entered };
    const carried = utils.sanitizeDataForNewSchema(to, from, entered);
    if (next === undefined) return carried;
    state.branch = next;
    state.isSettled = true;
    state.isChosen = true;
    if (state.left[next] === undefined) return carried;
    const restoredValue = restoreBranchValue(state.left[next], carried, entered);
    if (isObject(restoredValue)) restoredValues.add(restoredValue);
    return restoredValue;
  };
  /** Returns a restored value as it is. Properties that the visitor emptied in this branch stay empty. */
  const getDefaultFormState: SchemaUtilsType['getDefaultFormState'] = (schema, data, ...rest) =>
    isObject(data) && restoredValues.has(data) ? data : utils.getDefaultFormState(schema, data, ...rest);
  const branchUtils = Object.create(utils, {
    retrieveSchema: { value: retrieveSchema },
    getClosestMatchingOption: { value: () => state.branch },
    sanitizeDataForNewSchema: { value: sanitizeDataForNewSchema },
    getDefaultFormState: { value: getDefaultFormState },
  });
  originalUtils.set(branchUtils, utils);
  return branchUtils;
}

/** The original schema utilities by those that `createBranchUtils` returned for them. */
const originalUtils = new WeakMap<SchemaUtilsType, SchemaUtilsType>();

/**
 * Returns the former value of a branch (`before`), with newer values for the properties that the branch just
 * left had as well. A former value that is no object is returned as it is; `carried` if there was none.
 * @param carried The properties of the current value that fit the branch, with the defaults of the branch.
 * @param entered The value as entered in the branch just left.
 */
function restoreBranchValue(before: unknown, carried: unknown, entered: unknown): unknown {
  if (!isObject(before)) return before ?? carried;
  const newer = Object.entries(asObject(carried)).filter(
    ([name, value]) => value !== undefined && getInnerValue(entered, [name]) !== undefined,
  );
  return { ...before, ...Object.fromEntries(newer) };
}
