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
import { isBranchType, namesOfBranches } from '#engine/json-schema/branch-names.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import { usePosting } from '../controls/posting-context.ts';
import { innerValue, toPointer } from '../fields/pointer.ts';
import { branchKey, type ChosenBranch, RestoredContext } from '../fields/restored-fields.ts';
import { type Fields, useFields } from '../fields/use-fields.ts';
import { BranchContext, PathContext } from '../frame/path-context.ts';

/** The select that chooses a branch, and what the branch brings. */
export function BranchesTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  const path = useContext(PathContext);
  return (
    <>
      <BranchContext value={path}>
        <PathContext value={undefined}>{selector}</PathContext>
      </BranchContext>
      {optionSchemaField}
    </>
  );
}

/**
 * RJSF's choice of branches. The branch is the one that a visitor has chosen, whatever its values fit; where nobody has chosen, the one
 * that the values fit best when they are first drawn. What was entered in a branch is there again when a visitor returns to it.
 */
export function BranchesField(props: FieldProps): ReactNode {
  const { registry, fieldPathId, formData, schema } = props;
  const options = props.options as readonly RJSFSchema[];
  const { store } = useFields();
  const translateString = useBranchNames(props);
  const { branches, typeKey } = useContext(RestoredContext);
  const posting = usePosting();
  const { path } = fieldPathId;
  const pointer = toPointer(path);
  const ofBranches = useMemo(() => hashObject(options.map(identityOf)), [options]);
  const key = branchKey(typeKey, pointer, ofBranches);
  // Of another type, or with other branches, it is another choice; at another place it is that of an item that was moved.
  const ofChoice = `${typeKey} ${ofBranches}`;
  const drawnOf = useRef({ ofChoice, drawn: { ...undrawn } });
  if (drawnOf.current.ofChoice !== ofChoice) drawnOf.current = { ofChoice, drawn: { ...undrawn } };
  const { drawn } = drawnOf.current;
  // What stands in a branch has the registry that the branch was drawn with.
  const schemaUtils = plainUtils.get(registry.schemaUtils) ?? registry.schemaUtils;
  if (!drawn.isSettled) {
    const kept = store.branchOf(key) ?? branches?.[key];
    const chosen = posting?.branches[pointer] ?? kept?.branch;
    const isChosen = chosen !== undefined && chosen < options.length;
    const fitting = () =>
      schemaUtils.getClosestMatchingOption(
        formData,
        options.map((option) => schemaUtils.retrieveSchema(option, formData)),
        0,
        getDiscriminatorFieldFromSchema(schema),
      );
    drawn.branch = isChosen ? chosen : fitting();
    drawn.first = drawn.branch;
    drawn.isChosen = isChosen;
    drawn.left = kept?.left ?? {};
    // Until validators have come, nothing fits.
    drawn.isSettled = isChosen || registry.formContext.canMatch === true;
  }
  const ownRegistry = useMemo(
    () => ({
      ...registry,
      translateString,
      schemaUtils: rememberingUtils(schemaUtils, options, drawn, (data) => store.valueNow(path) ?? data),
    }),
    [registry, schemaUtils, options, drawn, store, path, translateString],
  );
  const choose = useCallback(
    () => store.chooseBranch(key, { path, branch: drawn.branch, left: drawn.left }),
    [store, key, path, drawn],
  );
  const onChange = useCallback<FieldProps['onChange']>(
    (...change) => {
      const known = store.branchOf(key);
      if (drawn.isChosen && (drawn.branch !== known?.branch || drawn.left !== known.left)) choose();
      props.onChange(...change);
    },
    [props.onChange, store, key, drawn, choose],
  );
  useEffect(() => {
    if (!isInList(pointer)) return;
    if (drawn.isChosen) choose();
    else if (store.branchOf(key) !== undefined) store.chooseBranch(key, undefined);
    return () => {
      // The item was taken out, or stands at another place now and says so itself.
      if (store.valueAt(path) === undefined) store.chooseBranch(key, undefined);
    };
  }, [store, key, path, pointer, drawn, choose]);
  return (
    <MultiSchemaField
      key={`${ofChoice} ${drawn.first}`}
      {...props}
      registry={ownRegistry}
      onChange={onChange}
    />
  );
}

/** Returns RJSF's `translateString`, which calls a branch without a title by what is in it, else by its number. */
function useBranchNames({ options, schema, fieldPathId, registry }: FieldProps): Registry['translateString'] {
  const { text, placeText } = useFields();
  const { path } = fieldPathId;
  return useMemo(() => {
    const names = namesOfBranches(options as readonly RJSFSchema[], schema, {
      ofProperty: (name, choice) => placeText([...path, name], choice),
      ofType: (type) => wordOfType(type, text),
    });
    return (key, params = []) => {
      const isOfBranch =
        key === TranslatableString.OptionPrefix || key === TranslatableString.TitleOptionPrefix;
      if (!isOfBranch) return registry.translateString(key, params);
      const number = Number(params.at(-1));
      return names[number - 1] ?? text('branch', { number });
    };
  }, [options, schema, path, registry, text, placeText]);
}

/** Returns the word for a type; undefined where older texts have none. */
function wordOfType(type: string, text: Fields['text']): string | undefined {
  const key = `branch.${type}`;
  const word = isBranchType(type) ? text(key) : key;
  return word === key ? undefined : word;
}

/** The branch that is drawn of a value. */
interface DrawnBranch {
  /** It changes by a visitor's choice alone. */
  isSettled: boolean;
  /** A visitor has chosen it, here or in an earlier visit. */
  isChosen: boolean;
  branch: number;
  /** The branch before a visitor has chosen another. */
  first: number;
  left: ChosenBranch['left'];
}

const undrawn: DrawnBranch = { isSettled: false, isChosen: false, branch: 0, first: 0, left: {} };

/** Returns what tells a branch from others, whatever conditions ask of it by the way. */
function identityOf({ title, type, $ref, const: constant, properties }: RJSFSchema): object {
  return { title, type, $ref, const: constant, names: Object.keys(asObject(properties)) };
}

/** Returns whether a value stands in an item of a list, whose index may change. */
function isInList(pointer: string): boolean {
  return /\/\d+(?:\/|$)/.test(pointer);
}

/**
 * Returns RJSF's schema utilities for one choice of branches. RJSF asks them which branch fits best whenever the value changes, and tells
 * them which branch a visitor leaves for which other.
 *
 * @param latest - gives the value as it was entered to the last key, from the one that RJSF knows.
 */
function rememberingUtils(
  utils: SchemaUtilsType,
  options: readonly RJSFSchema[],
  drawn: DrawnBranch,
  latest: (data: unknown) => unknown,
): SchemaUtilsType {
  const branchOf = new Map<unknown, number>();
  const returned = new WeakSet<object>();
  const retrieveSchema: SchemaUtilsType['retrieveSchema'] = (schema, ...rest) => {
    const retrieved = utils.retrieveSchema(schema, ...rest);
    const branch = options.indexOf(schema);
    if (branch !== -1) branchOf.set(retrieved, branch);
    return retrieved;
  };
  const sanitizeDataForNewSchema: SchemaUtilsType['sanitizeDataForNewSchema'] = (to, from, data) => {
    const [next, former] = [branchOf.get(to), branchOf.get(from)];
    // RJSF has not heard of a text that its control still holds.
    const entered = latest(data);
    if (former !== undefined) drawn.left = { ...drawn.left, [former]: entered };
    const carried = utils.sanitizeDataForNewSchema(to, from, entered);
    if (next === undefined) return carried;
    drawn.branch = next;
    drawn.isSettled = true;
    drawn.isChosen = true;
    if (drawn.left[next] === undefined) return carried;
    const again = restored(drawn.left[next], carried, entered);
    if (isObject(again)) returned.add(again);
    return again;
  };
  // What was emptied in the branch stays empty.
  const getDefaultFormState: SchemaUtilsType['getDefaultFormState'] = (schema, data, ...rest) =>
    isObject(data) && returned.has(data) ? data : utils.getDefaultFormState(schema, data, ...rest);
  const remembering = Object.create(utils, {
    retrieveSchema: { value: retrieveSchema },
    getClosestMatchingOption: { value: () => drawn.branch },
    sanitizeDataForNewSchema: { value: sanitizeDataForNewSchema },
    getDefaultFormState: { value: getDefaultFormState },
  });
  plainUtils.set(remembering, utils);
  return remembering;
}

/** RJSF's own reading of a schema, by the one that remembers a choice of branches. */
const plainUtils = new WeakMap<SchemaUtilsType, SchemaUtilsType>();

/**
 * Returns the value of a branch to which a visitor returns: as it was left, with newer values of the properties that both branches have.
 *
 * @param carried - what the branch takes of the value, with its own defaults.
 * @param entered - the value as it was entered in the other branch.
 */
function restored(before: unknown, carried: unknown, entered: unknown): unknown {
  if (!isObject(before)) return before ?? carried;
  const newer = Object.entries(asObject(carried)).filter(
    ([name, value]) => value !== undefined && innerValue(entered, [name]) !== undefined,
  );
  return { ...before, ...Object.fromEntries(newer) };
}
