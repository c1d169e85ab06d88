import { Worker } from 'node:worker_threads';
import type { Documents, Form } from '#engine';
import {
  type CompiledForm,
  compileEveryType,
  compileFormSchemas,
  type SchemaCodes,
} from './compiled-form.ts';

/** The thread's answer; undefined if the documents or one of their schemas do not compile. */
export type ThreadCompilation = { readonly form: Form; readonly codes: SchemaCodes } | undefined;

/**
 * Compiles documents and all their schemas in a separate thread, so that no visitor waits. Returns undefined
 * if one of them does not compile; rejects if the thread fails.
 */
export async function compileInThread(documents: Documents): Promise<CompiledForm | undefined> {
  const worker = new Worker(new URL('./compile-thread.ts', import.meta.url), { workerData: documents });
  worker.unref();
  const answer = await new Promise<ThreadCompilation>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The compiling thread has ended without an answer')));
  });
  if (answer === undefined) return undefined;
  const ready = compileFormSchemas(answer.form, answer.codes);
  compileEveryType(ready);
  return ready;
}
