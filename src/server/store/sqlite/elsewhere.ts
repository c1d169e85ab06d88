import type { draftCalls } from '../draft-calls.ts';
import type { installationCalls } from '../installation-calls.ts';
import type { presenceCalls } from '../presence-calls.ts';
import type { SyncCalls } from '../store.ts';
import { StoreError } from '../store-error.ts';

/** What the studio keeps in the data folder, beside the database, or in its own memory: nobody asks the database for it. */
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
