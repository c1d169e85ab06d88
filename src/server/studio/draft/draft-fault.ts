import { StudioFault } from '../studio-fault.ts';
import type { StoredDraft } from './stored-draft.ts';

/**
 * Thrown if the draft cannot be opened: its stored data is damaged, or its store does not answer. The studio
 * has no draft until somebody repairs it. Visitors are served all the same.
 */
export class DraftFault extends StudioFault {
  override readonly name = 'DraftFault';
  /**
   * The part of the draft before the damage. Absent if nothing can be read, or the damage is not known yet.
   */
  readonly readable: StoredDraft | undefined;
  /** True if stored data is damaged, so that only a change of that data repairs it. */
  readonly isStored: boolean;

  /** @param reason Completes "Cannot open the draft: ". */
  constructor(
    reason: string,
    {
      readable,
      isStored = true,
      cause,
    }: { readonly readable?: StoredDraft; readonly isStored?: boolean; readonly cause?: unknown } = {},
  ) {
    super(`Cannot open the draft: ${reason}${isStored ? recoveryHint : ''}`, { cause });
    this.readable = readable;
    this.isStored = isStored;
  }
}

const recoveryHint =
  '; restore it from a backup, or let an owner open the studio and continue with the readable part (POST /studio/api/draft/mend)';

/** Returns a `DraftFault` as it is, and wraps any other error in one with `isStored: false`. */
export function toDraftFault(error: unknown): DraftFault {
  if (error instanceof DraftFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DraftFault(reason, { isStored: false, cause: error });
}
