import type { Documents } from '#engine';
import type { Log } from '../../platform/log/log.ts';
import type { StoredVersion } from '../../store/records/version-entry.ts';
import type { CompiledForm } from './compiled-form.ts';

/** Compiles documents; undefined if they do not compile. Rejects if that could not be found out. */
export type CompileDocuments = (documents: Documents) => Promise<CompiledForm | undefined>;

/** A form, or the time from which it is worth to compile the version again, in milliseconds since 1970. */
export type CompiledVersion =
  | { readonly ready: CompiledForm; readonly retryAt?: undefined }
  | { readonly ready?: undefined; readonly retryAt: number };

/** The time after which a version is tried again that could not be compiled for a reason that may pass. */
const retryMs = 30_000;

/**
 * Compiles a version that another release may have written. If it does not compile, which no later try
 * changes, or if `compileDocuments` rejects, for example because no thread could be started, that is logged
 * and there is no form.
 */
export async function compileVersion(
  { number, documents }: StoredVersion,
  compileDocuments: CompileDocuments,
  { log, now }: { readonly log: Log; readonly now: () => number },
): Promise<CompiledVersion> {
  try {
    const ready = await compileDocuments(documents);
    if (ready) return { ready };
    log.error('version-is-no-form', new Error('a version does not compile'), { version: number });
    return { retryAt: Number.POSITIVE_INFINITY };
  } catch (cause) {
    const error = new Error('a version could not be compiled', { cause });
    log.error('version-is-no-form', error, { version: number });
    return { retryAt: now() + retryMs };
  }
}
