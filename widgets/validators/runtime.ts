import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import formats from 'ajv-formats/dist/formats.js';

/** What the code that Ajv generates requires, by the names that it gives: a page loads this once for all enquiry types. */
export const modules: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: defaultOf(equal) },
  'ajv/dist/runtime/ucs2length': { default: defaultOf(ucs2length) },
  'ajv-formats/dist/formats': formats,
};

/** Node gives a CommonJS module as its default import, bundlers give the default that is in it. */
function defaultOf(imported: unknown): unknown {
  return typeof imported === 'function' ? imported : (imported as { readonly default: unknown }).default;
}
