import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema, Plan, Values } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { BlocksContext, useBlocks } from '../blocks/load-blocks.ts';
import type { ValuePath } from '../fields/pointer.ts';
import { type RestoredFields, RestoredFieldsContext } from '../fields/restored-fields.ts';
import { useFields } from '../fields/use-fields.ts';
import { useNestedFields } from '../nested/load-nested-fields.ts';
import { isNestedField } from '../nested/needs-nested-fields.ts';
import { useStableEntries } from '../use-stable-entries.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { type ComponentRegistry, createRegistry } from './registry.ts';
import { buildRootSchema } from './root-schema.ts';
import { useNestedData } from './use-nested-data.ts';

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
    <BlocksContext value={blocks}>
      <RestoredFieldsContext value={restored}>
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
      </RestoredFieldsContext>
    </BlocksContext>
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
