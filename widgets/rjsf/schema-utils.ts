import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';

/** RJSF's reading of schemas in which there is nothing to resolve: those of fields that their plan describes. */
export const flatSchemaUtils = {
  retrieveSchema: (schema: RJSFSchema) => schema,
  isSelect: ({ enum: values }: RJSFSchema) => Array.isArray(values),
  getDisplayLabel: () => true,
} as unknown as SchemaUtilsType;
