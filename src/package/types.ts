/**
 * `slipway/types`: generates the TypeScript types and JSON Schemas of forms, as `slipway types` and `slipway
 * jsonschema` print them.
 */

export { bundledSchema, typeSchema } from '../cli/types/bundle-schema.ts';
export { generateTypes } from '../cli/types/generate-types.ts';
