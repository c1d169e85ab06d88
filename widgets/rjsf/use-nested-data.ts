import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema, Values } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { RestoredFields } from '../fields/restored-fields.ts';
import { useFields } from '../fields/use-fields.ts';
import type { InitialData } from '../nested/initial-data.ts';
import { useStableEntries } from '../use-stable-entries.ts';

/** The nested fields and the function that returns their initial data. */
export interface NestedDataOptions {
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

export interface NestedData {
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
export function useNestedData(options: NestedDataOptions): NestedData {
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
