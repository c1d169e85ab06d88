import type { ForeignSource } from '../converted-form.ts';
export const rjsfSource: ForeignSource = {
  name: 'rjsf',
  title: 'RJSF',
  detect: () => false,
  convert: () => ({ ok: false, reason: '' }),
};
