import { type ReactNode, useMemo } from 'react';
import { type Plan, typeField, type Values } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { FieldControl } from './frame/field-control.tsx';
import { useNestedFields } from './nested/load-nested-fields.ts';
import { isNested } from './nested/needs-nested-fields.ts';
import type { ValidatorModule } from './validators/validator-module.ts';

/** The fields of a plan, but for the enquiry type. */
export interface DrawnFieldsProps {
  readonly plan: Plan;
  readonly entered: Values;
  readonly module: ValidatorModule | undefined;
}

/**
 * Draws the fields that are there, in the plan's order. A flat one needs no more than its name: the plan knows the rest, and it hears of
 * that through the store of fields. One with an inside is drawn by RJSF from its schema, as soon as what that takes is there.
 */
export function DrawnFields({ plan, entered, module }: DrawnFieldsProps): ReactNode {
  const fields = plan.fields.filter(({ name, visibility }) => name !== typeField && visibility !== 'hidden');
  const isNeeded = fields.some(({ definition }) => isNested(definition));
  const inside = useNestedFields(isNeeded);
  const properties = useMemo(
    () => (isNeeded && inside ? asObject(inside.conditionedSchema(plan, module).properties) : {}),
    [isNeeded, inside, plan, module],
  );
  return fields.map((field) => {
    const { name, definition } = field;
    if (!isNested(definition)) return <FieldControl key={name} field={name} />;
    return (
      inside && (
        <inside.NestedField
          key={name}
          field={field}
          schema={asObject(properties[name])}
          ui={plan.type?.uiSchema[name]}
          entered={entered[name]}
          module={module}
        />
      )
    );
  });
}
