import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema, Plan, Values } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { BlocksContext, useBlocks } from '../blocks/load-blocks.ts';
import type { ValuePath } from '../fields/pointer.ts';
import { type RestoredFields, RestoredFieldsContext } from '../fields/restored-fields.ts';
import { useFields } from '../fields/use-fields.ts';
import type { InitialData } from '../nested/initial-data.ts';
import { useNestedFields } from '../nested/load-nested-fields.ts';
import { isNestedField } from '../nested/needs-nested-fields.ts';
import { useStableEntries } from '../use-stable-entries.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { type ComponentRegistry, createRegistry } from './registry.tsx';
import { buildRootSchema } from './root-schema.ts';

export interface PlanFieldsProps {
  readonly plan: Plan;
  readonly entered: Values;
  /** True until the draft of an earlier visit is read: defaults of nested fields wait for it. */
  readonly isRestoring: boolean;
  /** The chosen branches that the section received from outside, for example from a draft. */
  readonly branches: RestoredFields['branches'];
  /** The validators of the type; absent until they are loaded. */
  readonly module: ValidatorModule | undefined;
  /** The object stays the same as long as the same components are registered. */
  readonly own: ComponentRegistry;
  /** The level of the form's first headings, 2 for an `h2`. */
  readonly headingLevel: number;
}

/**
 * Renders the visible fields and blocks with RJSF, in the order of the plan. Nested fields wait for the code
 * that draws them (`useNestedFields`), not for `module`. RJSF is given only the list of fields, and the
 * schema and value of nested ones; everything else is read from the store, so that a new plan renders only
 * the fields that it changes.
 */
export function PlanFields(props: PlanFieldsProps): ReactNode {
  const { plan, entered, isRestoring, branches, module, own, headingLevel } = props;
  const { store, idPrefix, text } = useFields();
  const typeKey = plan.type?.key ?? '';
  const blocks = useBlocks(plan, headingLevel);
  const shown = plan.fields.filter(({ visibility }) => visibility !== 'hidden');
  const nestedFields = shown.filter(({ definition }) => isNestedField(definition));
  const loadedNested = useNestedFields(nestedFields.length > 0);
  const nested = nestedFields.length > 0 ? loadedNested : undefined;
  const nestedValidators = nested && module;

  const conditioned = useMemo(
    () =>
      nested ? asObject(nested.resolveConditionalSchema(plan, nestedValidators).properties) : noProperties,
    [nested, plan, nestedValidators],
  );
  const renderedFields = useStableFields(
    nested ? shown : shown.filter((field) => !nestedFields.includes(field)),
  );
  const root = useMemo(
    () => buildRootSchema(plan.type, renderedFields, conditioned),
    [plan.type, renderedFields, conditioned],
  );
  const properties = useStableEntries(root.properties) as Readonly<Record<string, JsonSchema>>;
  const uiSchema = useStableEntries(root.ui) as UiSchema;
  const schema = useMemo(() => ({ type: 'object', properties }) as RJSFSchema, [properties]);

  const registry = useMemo(
    () => createRegistry({ schema, nested, module: nestedValidators, idPrefix, text, own }),
    [schema, nested, nestedValidators, idPrefix, text, own],
  );
  const { values, revisions } = useNestedData({
    fields: nested ? nestedFields : [],
    properties,
    // Schemas that are passed in contain all that they refer to, so the root schema does not matter.
    getInitialData: useMemo(
      () => (one: JsonSchema) => nested?.getInitialData(one, nestedValidators) ?? {},
      [nested, nestedValidators],
    ),
    entered,
    isRestoring,
    typeKey,
    branches,
  });
  const restored = useMemo(() => ({ revisions, branches, typeKey }), [revisions, branches, typeKey]);
  const fieldPathId = useMemo(() => toFieldPathId('', registry.globalFormOptions), [registry]);
  const onChange = useCallback(
    (changed: unknown, path: ValuePath) => store.change(path, toChangedValue(changed)),
    [store],
  );
  return (
    <BlocksContext.Provider value={blocks}>
      <RestoredFieldsContext.Provider value={restored}>
        <SchemaField
          name=""
          schema={schema}
          uiSchema={uiSchema}
          fieldPathId={fieldPathId}
          formData={values}
          onChange={onChange}
          onBlur={ignoreEvent}
          onFocus={ignoreEvent}
          registry={registry}
        />
      </RestoredFieldsContext.Provider>
    </BlocksContext.Provider>
  );
}

/** Does nothing: RJSF requires handlers for blur and focus. */
const ignoreEvent = () => {};

const noProperties: JsonSchema = {};

/**
 * Returns `next`, or the fields of the former render as long as the definitions, the labels and their order
 * are the same: RJSF reads nothing else.
 */
function useStableFields(next: readonly FieldPlan[]): readonly FieldPlan[] {
  const latest = useRef(next);
  const { current } = latest;
  const isSame =
    current.length === next.length &&
    current.every((field, index) => {
      const other = next[index];
      return field === other || (field.definition === other?.definition && field.label === other.label);
    });
  if (!isSame) latest.current = next;
  return latest.current;
}

/** Returns undefined for the symbol that RJSF passes for a removed property; any other value unchanged. */
function toChangedValue(changed: unknown): unknown {
  return typeof changed === 'symbol' ? undefined : changed;
}

/** The nested fields and the function that returns their initial data. */
interface NestedDataOptions {
  readonly fields: readonly FieldPlan[];
  /** The schemas of the fields by name. A field without a schema has no initial data. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Returns the initial data of a field. The function must stay the same as long as its results do. */
  readonly getInitialData: (schema: JsonSchema) => InitialData;
  /** The entered values by field name. `null` means that the visitor emptied the field. */
  readonly entered: Values;
  /** True until the draft of an earlier visit is read: defaults are not committed before. */
  readonly isRestoring: boolean;
  /** The key of the enquiry type. */
  readonly typeKey: string;
  readonly branches: RestoredFields['branches'];
}

interface NestedData {
  readonly values: Values;
  /** The number of times at which a value was replaced from outside, by field name. */
  readonly revisions: Readonly<Record<string, number>>;
}

/**
 * Returns the values of nested fields for RJSF: the entered value, else that of the plan, else the initial
 * data; only the `seed` if the visitor emptied the field. Once the draft is read, `defaults` are committed
 * for fields without a value that were not emptied. A `seed` is committed with the first value that the
 * visitor enters.
 */
function useNestedData(options: NestedDataOptions): NestedData {
  const { fields, properties, getInitialData, entered, isRestoring } = options;
  const { store } = useFields();
  const names = fields.map(({ name }) => name).join('/');
  const getCachedInitialData = useMemo(() => memoizeByObject(getInitialData), [getInitialData]);
  const initial = useMemo(
    () =>
      names.split('/').flatMap((name) => {
        const schema = properties[name];
        return schema ? [[name, getCachedInitialData(schema)] as const] : [];
      }),
    [names, properties, getCachedInitialData],
  );
  const committedDefaults = useRef(new WeakSet<InitialData>());
  useLayoutEffect(() => {
    for (const [name, { seed }] of initial) store.seed(name, seed);
  }, [store, initial]);
  useEffect(() => {
    if (isRestoring) return;
    for (const [name, data] of initial) {
      if (data.defaults === undefined || committedDefaults.current.has(data)) continue;
      committedDefaults.current.add(data);
      const view = store.getView(name);
      if (view?.plan.value === undefined && view?.entered !== null) store.change([name], data.defaults);
    }
  }, [store, initial, isRestoring]);
  const initialByName = new Map(initial);
  const values = fields.map(({ name, value }) => {
    const { defaults, seed } = initialByName.get(name) ?? {};
    return [name, entered[name] === null ? seed : (entered[name] ?? value ?? defaults ?? seed)] as const;
  });
  const revisions = useRevisions(names, options);
  return { values: useStableEntries(Object.fromEntries(values)), revisions };
}

/**
 * Returns for each field how often its value was replaced, or a choice of branches appeared, from outside,
 * for example from a draft. Changes by the field itself are not counted. The numbers start at 0.
 * @param names The names of the fields, joined by `/`.
 */
function useRevisions(
  names: string,
  { entered, branches, typeKey }: NestedDataOptions,
): Readonly<Record<string, number>> {
  const { store } = useFields();
  const revisions = useRef(new Map<string, Revision>());
  const chosen = useMemo(() => Object.entries(branches ?? {}), [branches]);
  for (const name of names === '' ? [] : names.split('/')) {
    const value = entered[name];
    const hasChosen = chosen.some(
      ([key, { path }]) =>
        path[0] === name && key.startsWith(`${typeKey} `) && store.getChosenBranch(key) === undefined,
    );
    const former = revisions.current.get(name) ?? { value, hasChosen, revision: 0 };
    const isReplaced = former.value !== value && !store.isOwn(name, value);
    const isNew = isReplaced || (hasChosen && !former.hasChosen);
    revisions.current.set(name, { value, hasChosen, revision: former.revision + Number(isNew) });
  }
  return useStableEntries(
    Object.fromEntries([...revisions.current].map(([name, { revision }]) => [name, revision])),
  );
}

/** The state with which a field was last rendered. */
interface Revision {
  readonly value: unknown;
  /** True if a branch inside the field was chosen from outside. */
  readonly hasChosen: boolean;
  readonly revision: number;
}
