import { join } from 'node:path';
import { compile } from '#engine/compile/index.ts';
import { createLog } from '../../log/log.ts';
import type { Store } from '../../store/store.ts';
import { compileFormSchemas } from '../compiled-form.ts';
import { type FormStore, type FormStoreOptions, openFormStore } from '../form-store.ts';

interface TestFormStoreOptions {
  readonly folder?: string;
  readonly retainedMs?: number;
  readonly mostKnown?: number;
  readonly now?: () => number;
  readonly refuseDue?: FormStoreOptions['refuseDue'];
}

export function openTestFormStore(
  store: Store,
  {
    folder = '.',
    retainedMs = 1000,
    mostKnown,
    now = Date.now,
    refuseDue = async () => undefined,
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
    async compileInThread(documents) {
      const compiled = compile(documents);
      return compiled.ok ? compileFormSchemas(compiled.form) : undefined;
    },
  });
}
