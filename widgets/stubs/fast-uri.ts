/**
 * Replaces `fast-uri` in `@rjsf/utils` (`slimReferences` in `vite.config.ts`) with the platform's URL parser.
 * It makes the `$ref`s of a 2020-12 schema absolute and finds a subschema by its `$id`. RJSF calls only these
 * two functions. That saves the visitor 6 kB of brotli. `test/house/stubs.test.ts` checks the assumptions and
 * compares both functions with the library.
 */
const stub = { resolve, equal };
// biome-ignore lint/style/noDefaultExport: the library that this replaces has a default export.
export default stub;

/** A base URL that no schema has. It makes a relative base absolute, and is removed from the result. */
const placeholderBase = 'slipway-stub://nowhere/';

/**
 * Returns `reference` resolved against a base that may be relative or empty:
 * `resolve('https://a.example/x.json', '#/$defs/y') // 'https://a.example/x.json#/$defs/y'`. With such a base
 * the result is relative, too, unless `reference` is absolute. Throws a `TypeError` if they give no valid
 * URL.
 */
export function resolve(base: string, reference: string): string {
  if (URL.canParse(base)) return new URL(reference, base).href;
  return removePlaceholderBase(new URL(reference, new URL(base, placeholderBase)).href);
}

/**
 * Returns true if both URLs name one resource, ignoring differences of case in scheme and host, default port
 * and dots: RFC 3986, section 6.2. They may be relative. Throws a `TypeError` if one is invalid.
 */
export function equal(one: string, other: string): boolean {
  return resolve('', one) === resolve('', other);
}

/** Returns the address relative to `placeholderBase`; unchanged if it does not begin with it. */
function removePlaceholderBase(address: string): string {
  return address.startsWith(placeholderBase) ? address.slice(placeholderBase.length) : address;
}
