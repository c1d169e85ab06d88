import type { StoredDraft } from './stored-draft.ts';
import { StudioFault } from './studio-fault.ts';

/**
 * The draft cannot be opened: something that is stored of it is not what it should be, or its store does not answer. The studio is without
 * a draft until somebody mends it; visitors are served all the same.
 */
export class DraftFault extends StudioFault {
  override readonly name = 'DraftFault';
  /** The draft up to the fault; absent: nothing can be read, or it is not known yet. */
  readonly readable: StoredDraft | undefined;
  /** True if stored data is at fault, so that only a change of that data mends it. */
  readonly isStored: boolean;

  /** @param reason completes "Cannot open the draft: ". */
  constructor(
    reason: string,
    {
      readable,
      isStored = true,
      cause,
    }: { readonly readable?: StoredDraft; readonly isStored?: boolean; readonly cause?: unknown } = {},
  ) {
    super(`Cannot open the draft: ${reason}${isStored ? wayBack : ''}`, { cause });
    this.readable = readable;
    this.isStored = isStored;
  }
}

const wayBack =
  '; restore it from a backup, or have an owner open the studio and go on with what can be read (POST /studio/api/draft/mend)';

/** Returns an error as the fault that keeps the draft from being opened. */
export function draftFaultOf(error: unknown): DraftFault {
  if (error instanceof DraftFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DraftFault(reason, { isStored: false, cause: error });
}
