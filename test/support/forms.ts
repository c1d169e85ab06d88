import { readdirSync, readFileSync } from 'node:fs';
import type { Documents, Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';

/** The documents under `schemas/`, with some replaced, added, or (`undefined`) taken away. Each call gives fresh copies. */
export function documents(changes: Readonly<Record<string, unknown>> = {}): Documents {
  const files = readdirSync(schemasFolder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !file.endsWith('tsconfig.json'),
  );
  const read = files.map(
    (file) =>
      [file.replaceAll('\\', '/'), JSON.parse(readFileSync(new URL(file, schemasFolder), 'utf8'))] as const,
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
