/** The part that is loaded when a field with an inside, or a condition of a schema, is about to be met (`inside.ts`). */
export { InsideField } from '../rjsf/inside-field.tsx';
export { settle, settledRoot } from '../validators/conditional-fields.ts';
