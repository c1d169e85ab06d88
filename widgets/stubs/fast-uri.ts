/**
 * Stands in for `fast-uri` where `@rjsf/utils` imports it (`slimReferences` in `vite.config.ts`), with the platform's
 * own URL parser: to make the `$ref`s of a 2020-12 schema absolute, and to find a subschema by its `$id`. The two
 * functions are all that it calls. That saves the visitor 6 kB of brotli. `test/house/stubs.test.ts` pins what this
 * relies on and compares both with the library.
 */
const stub = { resolve, equal };
// biome-ignore lint/style/noDefaultExport: the library that this replaces has a default export.
export default stub;

/** An address that no schema has, so that a relative base can be resolved and made relative again. */
const nowhere = 'slipway-stub://nowhere/';

/** `reference` as seen from `base`: `resolve('https://a.example/x.json', '#/$defs/y') // 'https://a.example/x.json#/$defs/y'`. */
export function resolve(base: string, reference: string): string {
  if (URL.canParse(base)) return new URL(reference, base).href;
  return withoutNowhere(new URL(reference, new URL(base, nowhere)).href);
}

/** Whether both name one resource, whatever their spelling of case, default port and dots: RFC 3986, section 6.2. */
export function equal(one: string, other: string): boolean {
  return resolve('', one) === resolve('', other);
}

function withoutNowhere(address: string): string {
  return address.startsWith(nowhere) ? address.slice(nowhere.length) : address;
}
