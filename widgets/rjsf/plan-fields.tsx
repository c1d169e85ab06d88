import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { type RJSFSchema, toFieldPathId, type UiSchema } from '@rjsf/utils';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { FieldPlan, JsonSchema, Plan, Values } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { BlocksContext, useBlocks } from '../blocks/load-blocks.ts';
import type { Path } from '../fields/pointer.ts';
import { RestoredContext, type RestoredFields } from '../fields/restored-fields.ts';
import { useFields } from '../fields/use-fields.ts';
import { useNestedFields } from '../nested/load-nested-fields.ts';
import { isNested } from '../nested/needs-nested-fields.ts';
import { useSameEntries } from '../use-same.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { createRegistry, type OwnRegistry } from './registry.ts';
import { rootSchemaOf } from './root-schema.ts';
import { useNestedData } from './use-nested-data.ts';

/** The fields of a plan. */
export interface PlanFieldsProps {
  readonly plan: Plan;
  readonly entered: Values;
  /** True until the draft of an earlier visit is read. */
  readonly isRestoring: boolean;
  /** The branches that were chosen. */
  readonly branches: RestoredFields['branches'];
  /** The type's validators, absent until they are loaded. */
  readonly module: ValidatorModule | undefined;
  /** The same object as long as the same is registered. */
  readonly own: OwnRegistry;
  /** The level of the headings among the fields. */
  readonly headingLevel: number;
}

/**
 * Draws the fields that are there with RJSF, in the plan's order. RJSF hears which there are, and of the schemas and values of nested
 * ones; all else goes past it, through the store of fields, so that a keystroke or another plan draws again only what it is about.
 */
export function PlanFields(props: PlanFieldsProps): ReactNode {
  const { plan, entered, isRestoring, branches, module, own, headingLevel } = props;
  const { store, idPrefix, text } = useFields();
  const typeKey = plan.type?.key ?? '';
  const blocks = useBlocks(plan, headingLevel);
  const shown = plan.fields.filter(({ visibility }) => visibility !== 'hidden');
  const nestedOnes = shown.filter(({ definition }) => isNested(definition));
  const arrived = useNestedFields(nestedOnes.length > 0);
  const nested = nestedOnes.length > 0 ? arrived : undefined;
  const asked = nested && module;

  const conditioned = useMemo(
    () => (nested ? asObject(nested.conditionedSchema(plan, asked).properties) : noProperties),
    [nested, plan, asked],
  );
  const drawn = useSameFields(nested ? shown : shown.filter((field) => !nestedOnes.includes(field)));
  const root = useMemo(() => rootSchemaOf(plan.type, drawn, conditioned), [plan.type, drawn, conditioned]);
  const properties = useSameEntries(root.properties) as Readonly<Record<string, JsonSchema>>;
  const uiSchema = useSameEntries(root.ui) as UiSchema;
  const schema = useMemo(() => ({ type: 'object', properties }) as RJSFSchema, [properties]);

  const registry = useMemo(
    () => createRegistry({ schema, nested, module: asked, idPrefix, text, own }),
    [schema, nested, asked, idPrefix, text, own],
  );
  const { values, revisions } = useNestedData({
    fields: nested ? nestedOnes : [],
    properties,
    // The schema that is asked about holds all that it takes; the root may be another.
    initialDataOf: useMemo(
      () => (one: JsonSchema) => nested?.initialDataOf(one, asked) ?? {},
      [nested, asked],
    ),
    entered,
    isRestoring,
    typeKey,
    branches,
  });
  const restored = useMemo(() => ({ revisions, branches, typeKey }), [revisions, branches, typeKey]);
  const fieldPathId = useMemo(() => toFieldPathId('', registry.globalFormOptions), [registry]);
  const onChange = useCallback(
    (changed: unknown, path: Path) => store.change(path, valueAfter(changed)),
    [store],
  );
  return (
    <BlocksContext value={blocks}>
      <RestoredContext value={restored}>
        <SchemaField
          name=""
          schema={schema}
          uiSchema={uiSchema}
          fieldPathId={fieldPathId}
          formData={values}
          onChange={onChange}
          onBlur={ignore}
          onFocus={ignore}
          registry={registry}
        />
      </RestoredContext>
    </BlocksContext>
  );
}

const ignore = () => {};

const noProperties: JsonSchema = {};

/** Some fields as RJSF hears of them: the former ones as long as it would hear the same. */
function useSameFields(next: readonly FieldPlan[]): readonly FieldPlan[] {
  const latest = useRef(next);
  const { current } = latest;
  const isSame =
    current.length === next.length &&
    current.every((field, place) => {
      const other = next[place];
      return field === other || (field.definition === other?.definition && field.label === other.label);
    });
  if (!isSame) latest.current = next;
  return latest.current;
}

/** RJSF says by a symbol that a property is to go. */
function valueAfter(changed: unknown): unknown {
  return typeof changed === 'symbol' ? undefined : changed;
}
