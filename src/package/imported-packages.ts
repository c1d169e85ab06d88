import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** The packages that files of JavaScript import, at once or later; Node's own modules apart: `@noble/hashes`. */
export function importedPackages(files: readonly string[]): ReadonlySet<string> {
  const names = files.flatMap((file) => specifiersOf(file, readFileSync(file, 'utf8')));
  return new Set(names.filter((name) => /^[@\w]/.test(name) && !name.startsWith('node:')).map(packageOf));
}

function specifiersOf(file: string, code: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    // A name that is worked out is the host's: the address of a module of ours never has a package's form.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => literal(code.slice(start, end))),
  ];
}

/** The text of a string or a template without anything in it; empty for whatever else. */
function literal(source: string): string {
  return /^(["'`])([^"'`$]*)\1$/.exec(source)?.[2] ?? '';
}

/** `@noble/hashes/sha2.js` is of `@noble/hashes`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
