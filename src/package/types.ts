/** `slipway/types`: TypeScript and JSON Schema of the forms, as `slipway types` and `slipway jsonschema` print them. */

export { bundledSchema, typeSchema } from '../cli/json-schema/bundle.ts';
export { generateTypes } from '../cli/types/generate-types.ts';
