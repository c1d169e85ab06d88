import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { deepEquals, type FieldPathId, type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Plan, Values } from '#engine';
import type { Path } from '../fields/pointer.ts';
import { useFields } from '../fields/use-fields.ts';
import { rjsfValidator } from '../validators/rjsf-validator.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { beginnings } from './beginnings.ts';
import { drawnRoot, hasInside } from './drawn-root.ts';
import { createRegistry } from './registry.ts';

/** The fields of a plan, but for the enquiry type. */
export interface DrawnFormProps {
  readonly plan: Plan;
  readonly entered: Values;
  readonly module: ValidatorModule | undefined;
}

/**
 * Draws the fields of a plan with RJSF. RJSF hears which fields are there and of values that have an inside; all else goes past
 * it, through the store of fields, so that a keystroke or another plan draws again only what it is about.
 */
export function DrawnForm({ plan, entered, module }: DrawnFormProps): ReactNode {
  const { store, idPrefix, text } = useFields();
  const { schema, uiSchema } = useSame(drawnRoot(plan, module));
  const registry = useMemo(
    () => createRegistry({ schema, validator: rjsfValidator(module), idPrefix, text }),
    [schema, module, idPrefix, text],
  );
  const begun = useMemo(() => beginnings(schema, registry.schemaUtils), [schema, registry]);
  useLayoutEffect(() => {
    for (const [field, { seed }] of Object.entries(begun)) store.seed(field, seed);
  }, [begun, store]);
  useEffect(() => {
    for (const [field, { defaults }] of Object.entries(begun))
      if (defaults !== undefined && store.viewOf(field)?.plan.value === undefined)
        store.enter([field], defaults);
  }, [begun, store]);
  const inside = plan.fields.filter((field) => hasInside(field) && field.visibility !== 'hidden');
  const formData = useSame(
    Object.fromEntries(
      inside.map(({ name, value }) => [
        name,
        entered[name] ?? value ?? begun[name]?.defaults ?? begun[name]?.seed,
      ]),
    ),
  );
  const rootId = useMemo<FieldPathId>(() => toFieldPathId('', registry.globalFormOptions), [registry]);
  const onChange = useCallback((value: unknown, path: Path) => store.enter(path, taken(value)), [store]);
  return (
    <SchemaField
      name=""
      schema={schema as RJSFSchema}
      uiSchema={uiSchema as UiSchema}
      fieldPathId={rootId}
      formData={formData}
      onChange={onChange}
      onBlur={ignore}
      onFocus={ignore}
      registry={registry}
    />
  );
}

const ignore = () => {};

/** RJSF says by a symbol that a property is to go. */
function taken(value: unknown): unknown {
  return typeof value === 'symbol' ? undefined : value;
}

/** The former value where the next is equal to it. */
function useSame<Value>(next: Value): Value {
  const kept = useRef(next);
  if (!deepEquals(kept.current, next)) kept.current = next;
  return kept.current;
}
