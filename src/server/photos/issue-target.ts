import type { Form } from '#engine';
import type { PhotoRefusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import { keptName } from './kept-name.ts';
import { newPhotoPath } from './photo-path.ts';
import type { PhotoStore, UploadTarget } from './photo-store.ts';
import { uploadBounds } from './upload-bounds.ts';

/** What targets are issued with. */
export interface IssuingParts {
  readonly records: Pick<Store, 'issuePhoto'>;
  readonly store: Pick<PhotoStore, 'target'>;
  readonly ttlMs: number;
  /** The most that the server takes, whatever the rules say. */
  readonly maxBytes: number;
  readonly now: () => number;
  readonly randomBytes: (count: number) => Buffer;
}

/** A target, or why there is none. */
export type Issue =
  | { readonly isIssued: true; readonly answer: { readonly path: string } & UploadTarget }
  | { readonly isIssued: false; readonly refusal: PhotoRefusal };

/** Answers a call for an upload target (contract, "On the wire"). */
export async function issueTarget(
  { body, form, origin }: { readonly body: unknown; readonly form: Form; readonly origin: string },
  parts: IssuingParts,
): Promise<Issue> {
  const { filename, contentType } = fieldsOf(body);
  const name = keptName(filename);
  if (name === '') return { isIssued: false, refusal: { code: 'bad-filename' } };
  const { types, maxBytes } = uploadBounds(form, parts.maxBytes);
  const type = contentType.toLowerCase();
  if (!types.includes(type)) return { isIssued: false, refusal: { code: 'wrong-type', types } };
  const now = parts.now();
  const photo = { path: newPhotoPath(type, parts.randomBytes), name, type, maxBytes, issuedAt: now };
  await parts.records.issuePhoto(photo);
  const target = await parts.store.target({ photo, expiresAt: now + parts.ttlMs, origin });
  return { isIssued: true, answer: { path: photo.path, ...target } };
}

function fieldsOf(body: unknown): { readonly filename: string; readonly contentType: string } {
  const { filename, contentType } = Object(body) as {
    readonly filename?: unknown;
    readonly contentType?: unknown;
  };
  return { filename: textOf(filename), contentType: textOf(contentType) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
