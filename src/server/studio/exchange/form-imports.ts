import type { FormImportAnswer, FormImportRequest } from '../../../api/form-import.ts';
import type { Drafts } from '../draft/drafts.ts';
import { createDraftThreadClient, ThreadTimeout } from '../start-draft-thread.ts';

/** Converts forms of other programs for the draft. */
export interface FormImports {
  /**
   * Converts a file, after those that were requested before. The draft does not change.
   * @throws DraftFault if there is no draft.
   */
  readonly convert: (asked: FormImportRequest) => Promise<FormImportAnswer>;
}

/** The longest conversion in milliseconds. A form of 1,000 fields takes a tenth of it on a slow machine. */
const defaultTimeoutMs = 20_000;

/**
 * Creates the conversions. Each has a thread of its own, which ends with it, so that a file that takes long or
 * much memory delays nobody who works on the draft. There is one at a time.
 */
export function createFormImports({
  drafts,
  timeoutMs = defaultTimeoutMs,
}: {
  readonly drafts: Pick<Drafts, 'current'>;
  readonly timeoutMs?: number;
}): FormImports {
  let last: Promise<unknown> = Promise.resolve();

  async function convertInThread(asked: FormImportRequest): Promise<FormImportAnswer> {
    const { documents } = drafts.current();
    const thread = createDraftThreadClient({ timeoutMs, onStart: () => undefined });
    try {
      return await thread.importForm({ ...asked, documents });
    } catch (error) {
      if (error instanceof ThreadTimeout) return { kind: 'too-long' };
      throw error;
    } finally {
      await thread.close();
    }
  }

  return {
    convert(asked) {
      const converted = last.then(() => convertInThread(asked));
      last = converted.catch(() => undefined);
      return converted;
    },
  };
}
