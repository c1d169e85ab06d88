import type { draftCalls } from '../calls/draft-calls.ts';
import type { installationCalls } from '../calls/installation-calls.ts';
import type { presenceCalls } from '../calls/presence-calls.ts';
import type { SyncCalls } from '../store.ts';
import { StoreError } from '../store-error.ts';

/**
 * Calls that SQLite does not support, so each of them throws: a single server has these data in the data
 * folder or in memory, and never asks the database.
 */
export const unsupportedCalls: Pick<
  SyncCalls,
  keyof typeof draftCalls | keyof typeof installationCalls | keyof typeof presenceCalls
> = {
  draftPoint: throwUnsupported,
  draftSince: throwUnsupported,
  beginDraft: throwUnsupported,
  appendToDraft: throwUnsupported,
  copyDraft: throwUnsupported,
  installationKeys: throwUnsupported,
  addInstallationKey: throwUnsupported,
  resealInstallationKey: throwUnsupported,
  otherInstallation: throwUnsupported,
  otherInstallations: throwUnsupported,
  updateOtherInstallation: throwUnsupported,
  reportPresence: throwUnsupported,
  updatePresence: throwUnsupported,
  renamePresence: throwUnsupported,
  removePresence: throwUnsupported,
};

/** Throws a `StoreError` with the code `broken`. */
function throwUnsupported(): never {
  throw new StoreError('broken', 'Cannot ask the embedded database: the studio has it in the data folder');
}
