import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema, Values } from '#engine';
import { useFields } from '../fields/use-fields.ts';
import type { InitialData } from '../nested/initial-data.ts';
import { useSameEntries } from '../use-same.ts';

/** Nested fields, and what gives their initial data: the same function as long as it gives the same. */
export interface NestedDataOptions {
  readonly fields: readonly FieldPlan[];
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly initialDataOf: (schema: JsonSchema) => InitialData;
  readonly entered: Values;
}

/**
 * The values of nested fields, for RJSF to draw: as entered, else the initial data of the schema. A `default` is committed; what is there
 * without anyone's having entered it goes along with the first thing that is.
 */
export function useNestedData({ fields, properties, initialDataOf, entered }: NestedDataOptions): Values {
  const { store } = useFields();
  const names = fields.map(({ name }) => name).join('/');
  const known = useMemo(() => rememberedBySchema(initialDataOf), [initialDataOf]);
  const initial = useMemo(
    () =>
      names.split('/').flatMap((name) => {
        const schema = properties[name];
        return schema ? [[name, known(schema)] as const] : [];
      }),
    [names, properties, known],
  );
  const given = useRef(new WeakSet<InitialData>());
  useLayoutEffect(() => {
    for (const [name, { seed }] of initial) store.seed(name, seed);
  }, [store, initial]);
  useEffect(() => {
    for (const [name, data] of initial) {
      if (data.defaults === undefined || given.current.has(data)) continue;
      given.current.add(data);
      if (store.viewOf(name)?.plan.value === undefined) store.change([name], data.defaults);
    }
  }, [store, initial]);
  const begun = new Map(initial);
  const values = fields.map(({ name, value }) => {
    const { defaults, seed } = begun.get(name) ?? {};
    return [name, entered[name] ?? value ?? defaults ?? seed] as const;
  });
  return useSameEntries(Object.fromEntries(values));
}

function rememberedBySchema(initialDataOf: NestedDataOptions['initialDataOf']) {
  const known = new WeakMap<JsonSchema, InitialData>();
  return (schema: JsonSchema) => {
    const data = known.get(schema) ?? initialDataOf(schema);
    known.set(schema, data);
    return data;
  };
}
