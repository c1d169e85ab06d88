import { type Form, isUploadWidget } from '#engine';
import { photoTypes } from '#engine/model/photo-types.ts';
import type { PhotoRefusal } from '../platform/refusal.ts';
import type { NewPhoto } from '../store/records/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { cleanFileName } from './file-name.ts';
import { createPhotoPath, knownTypes } from './photo-path.ts';
import type { ExpectedPhoto, PhotoStore, UploadTarget } from './photo-store.ts';

export interface IssueOptions {
  readonly records: Pick<Store, 'issuePhoto'>;
  /** The most bytes of any file; rules can only lower it. */
  readonly maxBytes: number;
  readonly now: () => number;
  readonly randomBytes: (count: number) => Buffer;
}

export interface TargetOptions extends IssueOptions {
  readonly store: Pick<PhotoStore, 'createTarget'>;
  /** The time for which a target is valid. */
  readonly ttlMs: number;
}

/** The path and the upload target of a new photo, or a refusal. */
export type TargetIssue =
  | { readonly isIssued: true; readonly answer: { readonly path: string } & UploadTarget }
  | RefusedIssue;

type PhotoIssue = { readonly isIssued: true; readonly photo: NewPhoto & ExpectedPhoto } | RefusedIssue;

interface RefusedIssue {
  readonly isIssued: false;
  readonly refusal: PhotoRefusal;
}

export interface UploadRequest {
  /** An object with the texts `filename` and `contentType`; anything else is treated as empty texts. */
  readonly body: unknown;
  /** The number of bytes from a header: a whole number in digits. Anything else counts as absent. */
  readonly size?: string | undefined;
  readonly form: Form;
  /** The field of the file; absent if it is not known yet. */
  readonly field?: string;
}

/**
 * Records a photo that is to be uploaded and returns its path and upload target, or a refusal
 * (docs/contract.md, "Upload targets").
 * @param request.origin The origin of this server as the visitor reaches it.
 */
export async function issueTarget(
  { origin, ...request }: UploadRequest & { readonly origin: string },
  options: TargetOptions,
): Promise<TargetIssue> {
  const issued = await issuePhoto(request, options);
  if (!issued.isIssued) return issued;
  const { photo } = issued;
  const expiresAt = photo.issuedAt + options.ttlMs;
  const target = await options.store.createTarget({ photo, expiresAt, origin });
  return { isIssued: true, answer: { path: photo.path, ...target } };
}

/**
 * Records a photo that is to be uploaded, under a new random path, and returns it. Returns a refusal if its
 * name is empty, or if its size is 0 or it is a file that the form does not accept. Without a size, any size
 * up to the limit may be uploaded; else exactly this one.
 */
export async function issuePhoto(
  { body, size: declaredSize, form, field }: UploadRequest,
  options: IssueOptions,
): Promise<PhotoIssue> {
  const { filename, contentType } = readUploadRequestBody(body);
  const size =
    declaredSize !== undefined && /^\d{1,15}$/.test(declaredSize) ? Number(declaredSize) : undefined;
  const name = cleanFileName(filename);
  if (name === '') return { isIssued: false, refusal: { code: 'bad-filename' } };
  const { types, maxBytes } = getUnconditionalUploadLimits(form, options.maxBytes, field);
  const type = contentType.toLowerCase();
  if (!types.includes(type)) return { isIssued: false, refusal: { code: 'wrong-type', types } };
  if (size === 0) return { isIssued: false, refusal: { code: 'empty' } };
  if (size !== undefined && size > maxBytes)
    return { isIssued: false, refusal: { code: 'too-large', maxBytes } };
  const path = createPhotoPath(type, options.randomBytes);
  const photo = { path, name, type, maxBytes: size ?? maxBytes, issuedAt: options.now() };
  await options.records.issuePhoto(photo);
  return { isIssued: true, photo: { ...photo, isExact: size !== undefined } };
}

/** Returns the file name and the media type in the body, each empty if it is not a text. */
function readUploadRequestBody(body: unknown): { readonly filename: string; readonly contentType: string } {
  const { filename, contentType } = Object(body) as Readonly<Record<string, unknown>>;
  return { filename: toTextOrEmpty(filename), contentType: toTextOrEmpty(contentType) };
}

function toTextOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface UploadBounds {
  /** The accepted media types, such as `image/jpeg`. */
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/**
 * Returns the media types and the most bytes (at most `maxBytes`) that a field accepts by the rules without a
 * condition; photos, if no rule names types. If the field is absent or unknown, everything is accepted that
 * any field for files accepts. The limits of the actual field are checked when the enquiry is sent.
 */
function getUnconditionalUploadLimits(
  { rules, types }: Form,
  maxBytes: number,
  field?: string,
): UploadBounds {
  const fields = types.flatMap((type) => type.fields).filter(({ widget }) => isUploadWidget(widget));
  const all = [...new Set(fields.map(({ name }) => name))];
  const names = field !== undefined && all.includes(field) ? [field] : all;
  const always = rules.filter(({ when }) => when === undefined);
  const perField = (names.length > 0 ? names : ['']).map((name) => {
    const limits = always.flatMap(({ then }) => then.limit?.[name] ?? []);
    // Without a rule, photos are accepted.
    const allowed = limits.some((limit) => limit.types) ? knownTypes : photoTypes;
    return {
      types: allowed.filter((known) => limits.every((limit) => limit.types?.includes(known) ?? true)),
      maxBytes: Math.min(maxBytes, ...limits.map(({ bytes }) => bytes ?? maxBytes)),
    };
  });
  return {
    types: knownTypes.filter((known) => perField.some((field) => field.types.some((type) => type === known))),
    maxBytes: Math.max(...perField.map((field) => field.maxBytes)),
  };
}
