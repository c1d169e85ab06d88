import type { Documents } from '#engine';
import { isFormatDocument } from '#engine/exchange/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import { exchangeFormat } from '../../../api/exchange.ts';
import { omitContentDocuments } from '../../forms/content/content-documents.ts';
import { type Installation, verifySigner } from './installation.ts';

/** A published version with its documents, as an archive contains it. */
export interface ArchivedVersion {
  /** The number of the version in the installation that it comes from. */
  readonly number: number;
  /** The hash of the form, in the installation that it comes from. */
  readonly hash: string;
  /** The name of the person who published it. */
  readonly by: string;
  readonly note: string;
  /** The time of publication, in milliseconds since 1970. */
  readonly at: number;
  /** The documents without the meta schemas: each release has its own. */
  readonly documents: Documents;
}

/**
 * The content of an archive with the fingerprint of the installation that signed it, or why it cannot be
 * read: its first line is not that of an archive; its signature or its content is not valid; or it has
 * another format than `exchangeFormat`.
 */
export type ReadArchive =
  | { readonly ok: true; readonly version: ArchivedVersion; readonly installation: string }
  | { readonly ok: false; readonly kind: 'no-archive' | 'damaged' | 'other-format' };

/**
 * Returns the text of an archive, without the meta schemas and the content, which belong to an installation.
 * The first line has the format, the key and the
 * signature; the second line is exactly what was signed. Any changed byte makes the archive invalid.
 */
export function createSignedArchive(version: ArchivedVersion, { publicKey, sign }: Installation): string {
  const own = Object.entries(omitContentDocuments(version.documents)).filter(
    ([file]) => !isFormatDocument(file),
  );
  const content = JSON.stringify({ ...version, documents: Object.fromEntries(own) });
  return `${formatHead({ publicKey, signature: sign(getSignedText(content)) })}\n${content}\n`;
}

/**
 * Reads an archive. Its content is parsed only after the signature was verified. Never throws, and accepts
 * every signer: the caller decides which installations are trusted.
 */
export function readArchive(text: string): ReadArchive {
  const [head = '', content = '', ...rest] = text.split('\n');
  const parsedHead = parseJsonOrUndefined(head);
  if (!isObject(parsedHead) || typeof parsedHead.slipwayArchive !== 'number')
    return { ok: false, kind: 'no-archive' };
  if (parsedHead.slipwayArchive !== exchangeFormat) return { ok: false, kind: 'other-format' };
  const { publicKey, signature } = parsedHead;
  if (typeof publicKey !== 'string' || typeof signature !== 'string') return { ok: false, kind: 'damaged' };
  const isAsWritten = formatHead({ publicKey, signature }) === head && rest.length === 1 && rest[0] === '';
  const installation = isAsWritten
    ? verifySigner(getSignedText(content), { publicKey, signature })
    : undefined;
  const version = installation === undefined ? undefined : parseJsonOrUndefined(content);
  if (installation === undefined || !isArchivedVersion(version)) return { ok: false, kind: 'damaged' };
  return { ok: true, version, installation };
}

/** Returns the text to sign. Its prefix keeps the signature from being valid for anything else. */
function getSignedText(content: string): string {
  return `slipway archive ${exchangeFormat}\n${content}`;
}

/** Returns the first line of an archive, without a line break. */
function formatHead(signed: { readonly publicKey: string; readonly signature: string }): string {
  return JSON.stringify({ slipwayArchive: exchangeFormat, ...signed });
}

function isArchivedVersion(value: unknown): value is ArchivedVersion {
  if (!isObject(value)) return false;
  const { number, hash, by, note, at, documents } = value;
  return (
    Number.isSafeInteger(number) &&
    [hash, by, note].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    isObject(documents)
  );
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
