import { type ClientRequest, request } from 'node:http';
import { picture } from '../photos/support/pictures.ts';

export interface IssuedTarget {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/**
 * Requests an upload target.
 * @throws If there is none.
 */
export async function issuedTarget(url: string, contentType = 'image/jpeg'): Promise<IssuedTarget> {
  const answer = await fetch(new URL('/api/contact-upload', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'bow.jpg', contentType }),
  });
  if (!answer.ok) throw new Error(`No target: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export function sent({ url, method }: IssuedTarget, bytes: Buffer, type = 'image/jpeg'): Promise<Response> {
  return fetch(url, { method, headers: { 'content-type': type }, body: new Uint8Array(bytes) });
}

/**
 * Requests a target and sends a photo to it.
 * @throws If it is refused.
 */
export async function uploaded(url: string, bytes: Buffer, type = 'image/jpeg'): Promise<string> {
  const target = await issuedTarget(url, type);
  const answer = await sent(target, bytes, type);
  if (answer.status !== 200) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`);
  return target.path;
}

/** An upload that a test controls. */
export interface HeldUpload {
  readonly write: (bytes: Buffer) => void;
  /** The answer's status; 0 if the connection ended without one. */
  readonly status: Promise<number>;
  readonly end: () => void;
  readonly destroy: () => void;
}

/** Starts an upload of `bytes` bytes, which the test writes. */
export function heldUpload({ url, method }: IssuedTarget, bytes: number): HeldUpload {
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
export function aPhone(): Promise<Buffer> {
  return picture(1200, 900).jpeg({ quality: 90 }).toBuffer();
}
