import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';

/** RJSF's schema utilities for flat fields, whose schemas contain nothing to resolve. */
export const flatSchemaUtils = {
  retrieveSchema: (schema: RJSFSchema) => schema,
  isSelect: ({ enum: values }: RJSFSchema) => Array.isArray(values),
  getDisplayLabel: () => true,
} as unknown as SchemaUtilsType;
