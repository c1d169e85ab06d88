import { parentPort, workerData } from 'node:worker_threads';
import { compile } from '#engine/compile/index.ts';
import type { ThreadCompilation } from './compile-in-thread.ts';
import { compileFormSchemas } from './compiled-form.ts';

// The body of the thread that `compileInThread` starts: it compiles one form and ends.

parentPort?.postMessage(compileForm());

/** Compiles the documents in `workerData`; undefined if they or one of their schemas do not compile. */
function compileForm(): ThreadCompilation {
  const compiled = compile(workerData);
  if (!compiled.ok) return undefined;
  try {
    return { form: compiled.form, codes: compileFormSchemas(compiled.form).codes() };
  } catch {
    // A schema cannot be compiled.
    return undefined;
  }
}
