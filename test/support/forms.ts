import { readdirSync, readFileSync } from 'node:fs';
import type { Documents, Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';

/**
 * The folder of the frozen documents: the six forms as they once were, which tests of programs stand on, so that a product owner may
 * change the forms that ship without breaking them. They change with the format of documents alone.
 */
export const frozenFolder = new URL('frozen/schemas/', import.meta.url);

/** The frozen documents, with some replaced, added, or (`undefined`) taken away. Each call gives fresh copies. */
export function documents(changes: Readonly<Record<string, unknown>> = {}): Documents {
  return documentsIn(frozenFolder, changes);
}

/** The documents that ship, under `schemas/`: likewise. For what is said of them alone, and of servers that serve them. */
export function shippedDocuments(changes: Readonly<Record<string, unknown>> = {}): Documents {
  return documentsIn(schemasFolder, changes);
}

function documentsIn(folder: URL, changes: Readonly<Record<string, unknown>>): Documents {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !file.endsWith('tsconfig.json'),
  );
  const read = files.map(
    (file) => [file.replaceAll('\\', '/'), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))] as const,
  );
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(read), ...changes }).filter(
      ([, document]) => document !== undefined,
    ),
  );
}

/** The form of some documents; throws with every problem that they have. */
export function compiledForm(source: Documents = documents()): Form {
  const compiled = compile(source);
  if (compiled.ok) return compiled.form;
  throw new Error(
    compiled.problems.map(({ file, pointer, reason }) => `${file}#${pointer}: ${reason}`).join('\n'),
  );
}
