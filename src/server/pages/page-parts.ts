import { createHash } from 'node:crypto';
import type { FileSource, SharedFiles } from '../sharing/shared-files.ts';

/** What of pages travels beside them, each at an address that says what is in it. */
export interface PageParts {
  /** Keeps a part and gives its address, by which whoever has not kept it can make it again, once others can give it as well. */
  readonly keep: (text: string, origin: PartOrigin) => Promise<string>;
  /** A part that is kept, by the digest in its address. */
  readonly find: (digest: string) => PagePart | undefined;
  /** All that are kept. */
  readonly files: FileSource;
}

/** A part that is kept: the same object as long as it is. */
export interface PagePart {
  readonly address: string;
  readonly text: string;
}

/** A page that has a part: whatever else has the same part has its address. */
export interface PartOrigin {
  readonly form: string;
  readonly path: string;
  readonly locale: string;
}

interface KeptPart extends PagePart {
  readonly shared: Promise<void>;
}

/** Where a part is, whichever page it is asked for by. */
function pathOf(digest: string): string {
  return `/parts/${digest}.js`;
}

/** So many characters of parts are kept, the latest: the pages of one version are some 10 million where each has 3,000 offices. */
const mostKept = 32_000_000;

/** Keeps parts by what is in them, and shares them. What is dropped for want of room is made again where it is asked for. */
export function createPageParts(share: SharedFiles['share']): PageParts {
  const parts = new Map<string, KeptPart>();
  let kept = 0;

  function makeRoom(): void {
    for (const [digest, { text }] of parts) {
      if (kept <= mostKept || parts.size === 1) return;
      parts.delete(digest);
      kept -= text.length;
    }
  }

  return {
    async keep(text, origin) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      let part = parts.get(digest);
      if (part === undefined) {
        const address = `${pathOf(digest)}?${new URLSearchParams({ ...origin })}`;
        const shared = share({ address: pathOf(digest), content: Buffer.from(text) });
        part = { address, text, shared };
        parts.set(digest, part);
        kept += text.length;
        makeRoom();
      }
      await part.shared;
      return part.address;
    },
    find: (digest) => parts.get(digest),
    files: () => new Map([...parts].map(([digest, { text }]) => [pathOf(digest), () => Buffer.from(text)])),
  };
}
