import { join } from 'node:path';
import { lockFile } from './lock-file.ts';

/** The right to send the mails of a data folder. */
export interface SoleSender {
  /** False while another process has it. */
  acquire(): boolean;
  release(): void;
}

/** Held as a lock of the system's, so that a restart sends at once and two servers never send the same mail. */
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
