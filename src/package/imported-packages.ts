import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/**
 * Returns the names of the packages that JavaScript files import, statically or dynamically: `@noble/hashes`.
 * Relative, `#` and `node:` specifiers are left out, and computed ones.
 */
export function listImportedPackages(files: readonly string[]): ReadonlySet<string> {
  const names = files.flatMap((file) => parseSpecifiers(file, readFileSync(file, 'utf8')));
  return new Set(names.filter((name) => /^[@\w]/.test(name) && !name.startsWith('node:')).map(toPackageName));
}

/** Returns the specifiers of imports and re-exports, and `''` for each that is computed or absent. */
function parseSpecifiers(file: string, code: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    // A computed specifier is a URL of one of our modules, never a package.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => parseStringLiteral(code.slice(start, end))),
  ];
}

/** Returns the text of a string literal or of a template without placeholders; `''` for other expressions. */
function parseStringLiteral(source: string): string {
  return /^(["'`])([^"'`$]*)\1$/.exec(source)?.[2] ?? '';
}

/** Returns the package of a specifier: `@noble/hashes` for `@noble/hashes/sha2.js`. */
function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
