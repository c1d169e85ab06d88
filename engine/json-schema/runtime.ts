import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { fullFormats } from './formats.ts';

/**
 * The modules that Ajv's generated code requires, by their names. Compiled schemas import them by the name of
 * this constant. A page loads them once for all enquiry types.
 */
export const modules: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: isEqualValue },
  'ajv/dist/runtime/ucs2length': { default: getDefaultExport(ucs2length) },
  'ajv-formats/dist/formats': { fullFormats },
};

/**
 * Returns true if two JSON values are equal; the order of keys does not matter. Ajv's own comparison calls
 * `valueOf`, which a sent object may have as a key.
 */
function isEqualValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqualValue(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

/**
 * Returns the default export of a CommonJS module. In Node the import is the export itself, with bundlers an
 * object with `default`.
 */
function getDefaultExport(imported: unknown): unknown {
  return typeof imported === 'function' ? imported : (imported as { readonly default: unknown }).default;
}
