import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { deepEquals, type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema } from '#engine';
import type { Path } from '../fields/pointer.ts';
import { useFields } from '../fields/use-fields.ts';
import { rjsfValidator } from '../validators/rjsf-validator.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { drawnUi } from './drawn-ui.ts';
import { beginning } from './initial-data.ts';
import { createRegistry } from './registry.ts';

/** A field whose value is an object or a list. */
export interface NestedFieldProps {
  readonly field: FieldPlan;
  /** The field's own schema, conditions of the root resolved. */
  readonly schema: JsonSchema;
  /** What the UI schema says of the field. */
  readonly ui: unknown;
  readonly entered: unknown;
  readonly module: ValidatorModule | undefined;
}

/**
 * Draws a field's inside with RJSF, which hears of the field's schema and value; all else goes past it, through the store of fields,
 * so that a keystroke or another plan draws again only what it is about.
 */
export function NestedField({ field, schema: given, ui, entered, module }: NestedFieldProps): ReactNode {
  const { name, value } = field;
  const { store, idPrefix, text } = useFields();
  const schema = useSame(given);
  const uiSchema = useSame(drawnUi(field, ui));
  const registry = useMemo(
    () => createRegistry({ schema, validator: rjsfValidator(module), idPrefix, text }),
    [schema, module, idPrefix, text],
  );
  const { defaults, seed } = useMemo(() => beginning(schema, registry.schemaUtils), [schema, registry]);
  useLayoutEffect(() => store.seed(name, seed), [store, name, seed]);
  useEffect(() => {
    if (defaults !== undefined && store.viewOf(name)?.plan.value === undefined)
      store.change([name], defaults);
  }, [store, name, defaults]);
  const formData = useSame(entered ?? value ?? defaults ?? seed);
  const fieldPathId = useMemo(() => toFieldPathId(name, registry.globalFormOptions), [name, registry]);
  const onChange = useCallback((changed: unknown, path: Path) => store.change(path, taken(changed)), [store]);
  return (
    <SchemaField
      name={name}
      schema={schema as RJSFSchema}
      uiSchema={uiSchema as UiSchema}
      fieldPathId={fieldPathId}
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
