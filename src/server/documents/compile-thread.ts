import { parentPort, workerData } from 'node:worker_threads';
import { compile } from '#engine/compile/index.ts';
import type { CompiledAside } from './compile-aside.ts';
import { compileSchemas } from './compiled-form.ts';

// The body of the thread that `compileInThread` starts: it compiles one form and ends.

parentPort?.postMessage(answer());

function answer(): CompiledAside {
  const compiled = compile(workerData);
  if (!compiled.ok) return undefined;
  try {
    return { form: compiled.form, codes: compileSchemas(compiled.form).codes() };
  } catch {
    // A schema cannot be compiled.
    return undefined;
  }
}
