import type { draftCalls } from '../draft-calls.ts';
import type { installationCalls } from '../installation-calls.ts';
import type { presenceCalls } from '../presence-calls.ts';
import type { SyncCalls } from '../store.ts';
import { StoreError } from '../store-error.ts';

/**
 * Calls that SQLite does not support: a single server has these data in the data folder or in memory, and
 * never asks the database.
 */
export const elsewhere: Pick<
  SyncCalls,
  keyof typeof draftCalls | keyof typeof installationCalls | keyof typeof presenceCalls
> = {
  draftPoint: notHere,
  draftSince: notHere,
  beginDraft: notHere,
  appendToDraft: notHere,
  copyDraft: notHere,
  installationKeys: notHere,
  addInstallationKey: notHere,
  resealInstallationKey: notHere,
  otherInstallation: notHere,
  otherInstallations: notHere,
  noteOtherInstallation: notHere,
  notePresent: notHere,
  placePresent: notHere,
  renamePresent: notHere,
  forgetPresent: notHere,
};

function notHere(): never {
  throw new StoreError('broken', 'Cannot ask the embedded database: the studio has it in the data folder');
}
