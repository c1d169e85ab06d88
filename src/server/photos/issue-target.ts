import { type Form, isUploadWidget } from '#engine';
import { photoTypes } from '#engine/photo-types.ts';
import type { PhotoRefusal } from '../refusal.ts';
import type { NewPhoto } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { cleanFileName } from './file-name.ts';
import { knownTypes, newPhotoPath } from './photo-path.ts';
import type { ExpectedPhoto, PhotoStore, UploadTarget } from './photo-store.ts';

/** What targets are issued with. */
export interface IssueOptions {
  readonly records: Pick<Store, 'issuePhoto'>;
  /** The most that the server takes, whatever the rules say. */
  readonly maxBytes: number;
  readonly now: () => number;
  readonly randomBytes: (count: number) => Buffer;
}

/** What targets for browsers are issued with. */
export interface TargetOptions extends IssueOptions {
  readonly store: Pick<PhotoStore, 'createTarget'>;
  readonly ttlMs: number;
}

/** A target, or why there is none. */
export type TargetIssue =
  | { readonly isIssued: true; readonly answer: { readonly path: string } & UploadTarget }
  | RefusedIssue;

type PhotoIssue = { readonly isIssued: true; readonly photo: NewPhoto & ExpectedPhoto } | RefusedIssue;

interface RefusedIssue {
  readonly isIssued: false;
  readonly refusal: PhotoRefusal;
}

/** A photo that somebody wants to bring. */
export interface PhotoRequested {
  readonly body: unknown;
  /** The number of bytes that will be sent, from a header: a whole number in digits; anything else counts as absent. */
  readonly size?: string | undefined;
  readonly form: Form;
  /** The field that the file is for; absent where that is not known yet. */
  readonly field?: string;
}

/** Answers a call for an upload target (docs/contract.md, "Upload targets"). `origin` is this server's, as the visitor reaches it. */
export async function issueTarget(
  { origin, ...request }: PhotoRequested & { readonly origin: string },
  options: TargetOptions,
): Promise<TargetIssue> {
  const issued = await issuePhoto(request, options);
  if (!issued.isIssued) return issued;
  const { photo } = issued;
  const expiresAt = photo.issuedAt + options.ttlMs;
  const target = await options.store.createTarget({ photo, expiresAt, origin });
  return { isIssued: true, answer: { path: photo.path, ...target } };
}

/** Notes a photo that is to arrive, if its form takes such a one at all. */
export async function issuePhoto(
  { body, size: told, form, field }: PhotoRequested,
  options: IssueOptions,
): Promise<PhotoIssue> {
  const { filename, contentType } = fieldsOf(body);
  const size = told !== undefined && /^\d{1,15}$/.test(told) ? Number(told) : undefined;
  const name = cleanFileName(filename);
  if (name === '') return { isIssued: false, refusal: { code: 'bad-filename' } };
  const { types, maxBytes } = uploadBounds(form, options.maxBytes, field);
  const type = contentType.toLowerCase();
  if (!types.includes(type)) return { isIssued: false, refusal: { code: 'wrong-type', types } };
  if (size === 0) return { isIssued: false, refusal: { code: 'empty' } };
  if (size !== undefined && size > maxBytes)
    return { isIssued: false, refusal: { code: 'too-large', maxBytes } };
  const path = newPhotoPath(type, options.randomBytes);
  const photo = { path, name, type, maxBytes: size ?? maxBytes, issuedAt: options.now() };
  await options.records.issuePhoto(photo);
  return { isIssued: true, photo: { ...photo, isExact: size !== undefined } };
}

/** Returns the members of a call's body; others are ignored. */
function fieldsOf(body: unknown): { readonly filename: string; readonly contentType: string } {
  const { filename, contentType } = Object(body) as Readonly<Record<string, unknown>>;
  return { filename: textOf(filename), contentType: textOf(contentType) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What a target may be issued for at most. */
export interface UploadBounds {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/**
 * The limits that hold in every situation, of whichever field takes most, within what the server takes at all: the call for a target
 * does not say what the file is for; a form that is posted without scripts does. The limits of the field that names it are judged when the enquiry is sent.
 */
function uploadBounds({ rules, types }: Form, maxBytes: number, field?: string): UploadBounds {
  const fields = types.flatMap((type) => type.fields).filter(({ widget }) => isUploadWidget(widget));
  const all = [...new Set(fields.map(({ name }) => name))];
  const names = field !== undefined && all.includes(field) ? [field] : all;
  const always = rules.filter(({ when }) => when === undefined);
  const perField = (names.length > 0 ? names : ['']).map((name) => {
    const limits = always.flatMap(({ then }) => then.limit?.[name] ?? []);
    // Where no rule says what is taken, photos are.
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
