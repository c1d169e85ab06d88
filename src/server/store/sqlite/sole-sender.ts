import { join } from 'node:path';
import { lockFile } from './lock-file.ts';

/** The exclusive right of one process to send the mails of a data folder. */
export interface SoleSender {
  /**
   * Acquires the right, unless this process has it already, and returns true. Returns false if another
   * process has it. Throws a `StoreError` if the lock file cannot be used.
   */
  acquire(): boolean;
  /** Gives up the right, if this process has it. */
  release(): void;
}

/**
 * Creates the lock of the process that sends mails, and does not acquire it yet. The operating system
 * releases it when the process ends: after a restart mails are sent at once, and two servers never send the
 * same mail.
 */
export function createSoleSender(dataFolder: string): SoleSender {
  const file = join(dataFolder, 'sender.lock');
  let unlock: (() => void) | undefined;
  return {
    acquire: () => {
      unlock ??= lockFile(file);
      return unlock !== undefined;
    },
    release: () => {
      unlock?.();
      unlock = undefined;
    },
  };
}
