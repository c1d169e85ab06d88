/**
 * `slipway/vite`: a plugin that compiles forms when a page is built (docs/embed-in-react.md), so that the page needs
 * neither a Slipway server nor `eval`.
 */

import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { isFormDocument, renameFormDocument } from '#engine/documents/index.ts';
import { locatePointer, parseDocuments } from '#engine/editing/documents/index.ts';
import { precompile } from '#widgets/validators/precompile.ts';

/** The query of an import that compiles a form: `./form.json?slipway`. */
const query = '?slipway';

/** The beginning of the ids of compiled forms. The ending `.js` keeps Vite from reading them as JSON. */
const idPrefix = '\0slipway:';

/** The file with the functions that compiled schemas import. */
const runtimeFile = fileURLToPath(new URL('../site/validator-runtime.ts', import.meta.url)).replaceAll(
  '\\',
  '/',
);

/**
 * Creates the plugin. `import form from './form.json?slipway'` then gives a compiled form for `SlipwayForm`. A form with
 * mistakes fails the build, and is shown over the page in development, with file, line, pointer and remedy. A saved
 * change updates the page.
 */
export function slipway(): Plugin {
  let root = '';
  return {
    name: 'slipway',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    async resolveId(source, importer) {
      if (!source.endsWith(query)) return undefined;
      const resolved = await this.resolve(source.slice(0, -query.length), importer, { skipSelf: true });
      return resolved ? toModuleId(resolved.id) : undefined;
    },
    async load(id) {
      if (!id.startsWith(idPrefix)) return undefined;
      const file = id.slice(idPrefix.length, -'.js'.length);
      this.addWatchFile(file);
      const text = await readFile(file, 'utf8');
      const compiled = compileFormFile(text, basename(file));
      if (compiled.ok) return generateModule(compiled.form);
      return this.error(describeMistakes(compiled.mistakes, { file, name: relative(root, file), text }));
    },
    hotUpdate({ file, modules }) {
      const compiled = this.environment.moduleGraph.getModuleById(toModuleId(file));
      return compiled ? [...modules, compiled] : undefined;
    },
  };
}

/** Returns the id of the module that a file is compiled to. */
function toModuleId(file: string): string {
  return `${idPrefix}${file}.js`;
}

/** A mistake in a file: line and column from 1, and the JSON Pointer. */
interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly reason: string;
}

/** Compiles the text of a form in a file of that name. */
function compileFormFile(
  text: string,
  name: string,
):
  | { readonly ok: true; readonly form: Form }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] } {
  const { documents, problems } = parseDocuments(new Map([[name, text]]));
  const document = documents[name];
  if (problems.length > 0) return { ok: false, mistakes: problems.map((problem) => locate(problem, text)) };
  if (!isFormDocument(document)) {
    const reason =
      'this is no form: it has no "schema"; write { "schema": … } with the JSON Schema of the answers';
    return { ok: false, mistakes: [locate({ pointer: '', reason }, text)] };
  }
  const compiled = compile(document);
  return compiled.ok
    ? compiled
    : {
        ok: false,
        mistakes: compiled.problems.map((problem) => locate(renameFormDocument(problem, name), text)),
      };
}

/** Adds line and column to a problem, unless it has them. */
function locate(problem: Pick<Mistake, 'pointer' | 'reason'> & Partial<Mistake>, text: string): Mistake {
  return { ...locatePointer(text, problem.pointer), ...problem };
}

/** Orders mistakes by their position. */
function compareByPosition(one: Mistake, other: Mistake): number {
  return one.line - other.line || one.column - other.column;
}

/** Returns the error of a file with mistakes, as Rollup reports it: with the position and the lines of the first. */
function describeMistakes(
  mistakes: readonly Mistake[],
  { file, name, text }: { readonly file: string; readonly name: string; readonly text: string },
) {
  const sorted = mistakes.toSorted(compareByPosition);
  const lines = sorted.map(
    ({ line, column, pointer, reason }) =>
      `${name}:${line}:${column}: ${reason}${pointer && ` (${pointer})`}`,
  );
  const [{ line, column } = { line: 1, column: 1 }] = sorted;
  return {
    message: [`Cannot compile the form ${basename(file)}:`, ...lines].join('\n'),
    id: file,
    loc: { file, line, column },
    frame: formatFrame(text, line),
  };
}

/** Returns a line of a text with its number, and the lines around it. */
function formatFrame(text: string, line: number): string {
  const first = Math.max(1, line - 2);
  return text
    .split('\n')
    .slice(first - 1, line + 2)
    .map((content, at) => `${first + at === line ? '>' : ' '} ${String(first + at).padStart(4)} | ${content}`)
    .join('\n');
}

/** Texts that only a server needs. */
const serverTexts = /^(?:mail|server)\./;

/** Returns the code of the module of a form. */
function generateModule(form: Form): string {
  const texts = Object.entries(form.texts).map(
    ([locale, all]) =>
      [locale, Object.fromEntries(Object.entries(all).filter(([key]) => !serverTexts.test(key)))] as const,
  );
  const { recipient: _recipient, ...settings } = form.settings;
  const sent = { ...form, texts: Object.fromEntries(texts), settings };
  const validators = form.types.map(
    (type) =>
      `${JSON.stringify(type.key)}: (function (require) {\n${precompile(type).code}\nreturn { validators };\n})(load),`,
  );
  return [
    `import { modules } from ${JSON.stringify(runtimeFile)};`,
    'const load = (name) => modules[name];',
    `export const form = /* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(sent))});`,
    `export const validators = {\n${validators.join('\n')}\n};`,
    'export default { form, validators };',
    '',
  ].join('\n');
}
