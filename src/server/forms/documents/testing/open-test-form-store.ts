import { join } from 'node:path';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Store } from '../../../store/store.ts';
import { type CompiledForm, compileFormSchemas } from '../compiled-form.ts';
import { type FormStore, type FormStoreOptions, openFormStore } from '../form-store.ts';

/**
 * Options of a form store, as in `FormStoreOptions`. The versions of an earlier release are read from `forms`
 * in `folder`.
 */
interface TestFormStoreOptions {
  readonly folder?: string;
  readonly retainedMs?: number;
  readonly mostKnown?: number;
  readonly now?: () => number;
  readonly refuseDue?: FormStoreOptions['refuseDue'];
  readonly compileInThread?: FormStoreOptions['compileInThread'];
}

/**
 * Opens a form store without a live version. By default it compiles in this thread, retains replaced versions
 * for one second, and accepts every scheduled version. It discards its log.
 */
export function openTestFormStore(
  store: Store,
  {
    folder = '.',
    retainedMs = 1000,
    mostKnown,
    now = Date.now,
    refuseDue = async () => undefined,
    compileInThread = compileHere,
  }: TestFormStoreOptions = {},
): FormStore {
  return openFormStore({
    store,
    retainedMs,
    now,
    ...(mostKnown !== undefined && { mostKnown }),
    leftFolder: join(folder, 'forms'),
    log: createLog({ write: () => undefined, now }),
    refuseDue,
    compileInThread,
  });
}

/** Compiles documents in this thread; undefined if they have problems. */
async function compileHere(documents: Documents): Promise<CompiledForm | undefined> {
  const compiled = compile(documents);
  return compiled.ok ? compileFormSchemas(compiled.form) : undefined;
}
