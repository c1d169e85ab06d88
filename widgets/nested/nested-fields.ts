/** The part that is loaded when a field with an inside, or a condition of a schema, is about to be met (`load-nested-fields.ts`). */
export { NestedField } from '../rjsf/nested-field.tsx';
export { applyConditions, conditionedSchema } from '../validators/conditional-fields.ts';
