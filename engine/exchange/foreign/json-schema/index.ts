import type { ForeignSource } from '../converted-form.ts';
export const jsonSchemaSource: ForeignSource = {
  name: 'json-schema',
  title: 'JSON Schema',
  detect: () => false,
  convert: () => ({ ok: false, reason: '' }),
};
