import type { Documents } from '#engine';
import { exchangeFormat, isOfFormat } from '#engine/exchange/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import { type Installation, signerOf } from './installation.ts';

/** A version as it goes from one installation to another. */
export interface ArchivedVersion {
  /** Of the version where it comes from. */
  readonly number: number;
  readonly hash: string;
  readonly by: string;
  readonly note: string;
  /** When it was made, in milliseconds since 1970 UTC. */
  readonly at: number;
  /** Without those that describe the format: each release has its own. */
  readonly documents: Documents;
}

/** An archive that was read, with the installation that has signed it; or why it is none. */
export type ReadArchive =
  | { readonly ok: true; readonly version: ArchivedVersion; readonly installation: string }
  | { readonly ok: false; readonly kind: 'no-archive' | 'damaged' | 'other-format' };

/**
 * A version as a file. The first line says what it is and who has signed it; the second is what was signed, to the byte. No byte of it can
 * be changed unseen.
 */
export function sealedArchive(version: ArchivedVersion, { publicKey, sign }: Installation): string {
  const own = Object.entries(version.documents).filter(([file]) => !isOfFormat(file));
  const content = JSON.stringify({ ...version, documents: Object.fromEntries(own) });
  return `${headOf({ publicKey, signature: sign(signedText(content)) })}\n${content}\n`;
}

/** Reads an archive. Nothing of its content is looked at before its signature holds. */
export function openArchive(text: string): ReadArchive {
  const [head = '', content = '', ...rest] = text.split('\n');
  const said = parsed(head);
  if (!isObject(said) || typeof said.slipwayArchive !== 'number') return { ok: false, kind: 'no-archive' };
  if (said.slipwayArchive !== exchangeFormat) return { ok: false, kind: 'other-format' };
  const { publicKey, signature } = said;
  if (typeof publicKey !== 'string' || typeof signature !== 'string') return { ok: false, kind: 'damaged' };
  const isAsWritten = headOf({ publicKey, signature }) === head && rest.length === 1 && rest[0] === '';
  const installation = isAsWritten ? signerOf(signedText(content), { publicKey, signature }) : undefined;
  const version = installation === undefined ? undefined : parsed(content);
  if (installation === undefined || !isVersion(version)) return { ok: false, kind: 'damaged' };
  return { ok: true, version, installation };
}

/** What is signed says what it is, so that a signature holds for nothing else. */
function signedText(content: string): string {
  return `slipway archive ${exchangeFormat}\n${content}`;
}

function headOf(seal: { readonly publicKey: string; readonly signature: string }): string {
  return JSON.stringify({ slipwayArchive: exchangeFormat, ...seal });
}

function isVersion(value: unknown): value is ArchivedVersion {
  if (!isObject(value)) return false;
  const { number, hash, by, note, at, documents } = value;
  return (
    Number.isSafeInteger(number) &&
    [hash, by, note].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    isObject(documents)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
