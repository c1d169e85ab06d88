import { createHash } from 'node:crypto';

/** What of pages travels beside them, each at an address that says what is in it. */
export interface PageParts {
  /** Keeps a part and gives its address, by which whoever has not kept it can make it again. */
  readonly keep: (text: string, origin: PartOrigin) => string;
  /** A part that is kept, by the digest in its address. */
  readonly find: (digest: string) => PagePart | undefined;
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

/** So many characters of parts are kept, the latest: the pages of one version are some 10 million where each has 3,000 offices. */
const mostKept = 32_000_000;

/** Keeps parts by what is in them. What is dropped for want of room is made again where it is asked for. */
export function createPageParts(): PageParts {
  const parts = new Map<string, PagePart>();
  let kept = 0;

  function makeRoom(): void {
    for (const [digest, { text }] of parts) {
      if (kept <= mostKept || parts.size === 1) return;
      parts.delete(digest);
      kept -= text.length;
    }
  }

  return {
    keep(text, origin) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      let part = parts.get(digest);
      if (part === undefined) {
        const address = `/parts/${digest}.js?${new URLSearchParams({ ...origin })}`;
        part = { address, text };
        parts.set(digest, part);
        kept += text.length;
        makeRoom();
      }
      return part.address;
    },
    find: (digest) => parts.get(digest),
  };
}
