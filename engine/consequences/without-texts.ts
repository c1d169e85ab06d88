import type { Form } from '../types.ts';

const slimForms = new WeakMap<Form, Form>();

/**
 * Returns a form without its texts. Texts decide nothing, and looking them up takes longer than everything
 * else. Cached by form.
 */
export function omitTexts(form: Form): Form {
  const known = slimForms.get(form) ?? { ...form, hash: `${form.hash} without texts`, texts: {} };
  slimForms.set(form, known);
  return known;
}
