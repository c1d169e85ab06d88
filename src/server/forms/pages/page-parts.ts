import { createHash } from 'node:crypto';
import type { FileSource, SharedFiles } from '../sharing/shared-files.ts';

/** Section data that pages load as separate files, addressed by a digest of the content. */
export interface PageParts {
  /**
   * Stores a part and resolves to its address once other servers can serve it too. From the address, a server
   * that does not have the part can create it.
   */
  readonly store: (text: string, origin: PartOrigin) => Promise<string>;
  /** Returns a stored part; undefined if it was removed or never stored. */
  readonly find: (digest: string) => PagePart | undefined;
  /** Returns all stored parts, by their path. */
  readonly files: FileSource;
}

/** A stored part; the same object as long as it is stored. */
export interface PagePart {
  readonly address: string;
  readonly text: string;
}

/** A page with the part. Other pages with the same part use the same address. */
export interface PartOrigin {
  /** The hash of the form. */
  readonly form: string;
  readonly path: string;
  readonly locale: string;
}

interface StoredPart extends PagePart {
  /** Resolves when other servers can serve the part too. */
  readonly shared: Promise<void>;
}

/** Returns the path of a part with this digest. */
function toPartPath(digest: string): string {
  return `/parts/${digest}.js`;
}

/**
 * The most characters of stored parts, beyond which the oldest are removed. The pages of one version are
 * about 10 million with 3,000 offices.
 */
const mostStoredCharacters = 32_000_000;

/**
 * Creates a store of parts by their content, and shares them with other servers. A part that was removed can
 * be created again from its address.
 */
export function createPageParts(share: SharedFiles['share']): PageParts {
  const parts = new Map<string, StoredPart>();
  let storedCharacters = 0;

  /** Removes the oldest parts until the rest is within the limit. The newest one always stays. */
  function removeOldestParts(): void {
    for (const [digest, { text }] of parts) {
      if (storedCharacters <= mostStoredCharacters || parts.size === 1) return;
      parts.delete(digest);
      storedCharacters -= text.length;
    }
  }

  return {
    async store(text, origin) {
      const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      let part = parts.get(digest);
      if (part === undefined) {
        const address = `${toPartPath(digest)}?${new URLSearchParams({ ...origin })}`;
        const shared = share({ address: toPartPath(digest), content: Buffer.from(text) });
        part = { address, text, shared };
        parts.set(digest, part);
        storedCharacters += text.length;
        removeOldestParts();
      }
      await part.shared;
      return part.address;
    },
    find: (digest) => parts.get(digest),
    files: () =>
      new Map([...parts].map(([digest, { text }]) => [toPartPath(digest), () => Buffer.from(text)])),
  };
}
