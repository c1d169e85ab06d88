import type { ForeignSource } from '../converted-form.ts';
export const jsonFormsSource: ForeignSource = {
  name: 'jsonforms',
  title: 'JSON Forms',
  detect: () => false,
  convert: () => ({ ok: false, reason: '' }),
};
