import type { Form } from '../types.ts';

const slim = new WeakMap<Form, Form>();

/**
 * Returns a form without its texts. Texts decide nothing, and looking them up takes longer than everything
 * else. Cached by form.
 */
export function withoutTexts(form: Form): Form {
  const known = slim.get(form) ?? { ...form, hash: `${form.hash} without texts`, texts: {} };
  slim.set(form, known);
  return known;
}
