import type { ForeignSource } from '../converted-form.ts';
export const formioSource: ForeignSource = {
  name: 'formio',
  title: 'Form.io',
  detect: () => false,
  convert: () => ({ ok: false, reason: '' }),
};
