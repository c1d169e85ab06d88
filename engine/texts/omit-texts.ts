import { memoizeByObject } from '../model/memoize.ts';
import type { Form } from '../model/types.ts';

/**
 * Returns a form without its texts. No decision depends on texts, and looking them up takes longer than
 * everything else. Cached by form.
 */
export const omitTexts = memoizeByObject(
  (form: Form): Form => ({ ...form, hash: `${form.hash} without texts`, texts: {} }),
);
