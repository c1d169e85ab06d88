import { type ClientRequest, request } from 'node:http';
import { createPicture } from '../photos/support/pictures.ts';

export interface IssuedTarget {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/**
 * Requests an upload target.
 * @throws If there is none.
 */
export async function requestUploadTarget(url: string, contentType = 'image/jpeg'): Promise<IssuedTarget> {
  const answer = await fetch(new URL('/api/contact-upload', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'bow.jpg', contentType }),
  });
  if (!answer.ok) throw new Error(`No target: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export function putPhotoBytes(
  { url, method }: IssuedTarget,
  bytes: Buffer,
  type = 'image/jpeg',
): Promise<Response> {
  return fetch(url, { method, headers: { 'content-type': type }, body: new Uint8Array(bytes) });
}

/**
 * Requests a target and sends a photo to it.
 * @throws If it is refused.
 */
export async function uploadPhotoOverHttp(url: string, bytes: Buffer, type = 'image/jpeg'): Promise<string> {
  const target = await requestUploadTarget(url, type);
  const answer = await putPhotoBytes(target, bytes, type);
  if (answer.status !== 200) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`);
  return target.path;
}

/** An upload that a test controls. */
export interface ControlledUpload {
  readonly write: (bytes: Buffer) => void;
  /** The answer's status; 0 if the connection ended without one. */
  readonly status: Promise<number>;
  readonly end: () => void;
  readonly destroy: () => void;
}

/** Starts an upload of `bytes` bytes, which the test writes. */
export function startUpload({ url, method }: IssuedTarget, bytes: number): ControlledUpload {
  const headers = { 'content-type': 'image/jpeg', 'content-length': String(bytes) };
  const sending: ClientRequest = request(url, { method, headers, agent: false });
  const status = new Promise<number>((resolve) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', () => resolve(0));
  });
  sending.flushHeaders();
  return {
    status,
    write: (chunk) => sending.write(chunk),
    end: () => sending.end(),
    destroy: () => sending.destroy(),
  };
}

/** A photo of some hundred kilobytes, as from a phone. */
export function createPhonePhoto(): Promise<Buffer> {
  return createPicture(1200, 900).jpeg({ quality: 90 }).toBuffer();
}
