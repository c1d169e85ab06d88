import { type ClientRequest, request } from 'node:http';
import { picture } from '../photos/support/pictures.ts';

/** A target as the server issues it. */
export interface IssuedTarget {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/** Asks for a target. @throws where there is none. */
export async function issuedTarget(url: string, contentType = 'image/jpeg'): Promise<IssuedTarget> {
  const answer = await fetch(new URL('/api/contact-upload', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'bow.jpg', contentType }),
  });
  if (!answer.ok) throw new Error(`No target: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Sends a photo to a target, whole. */
export function sent({ url, method }: IssuedTarget, bytes: Buffer, type = 'image/jpeg'): Promise<Response> {
  return fetch(url, { method, headers: { 'content-type': type }, body: new Uint8Array(bytes) });
}

/** Asks for a target and sends a photo to it. @throws where it is not taken. */
export async function uploaded(url: string, bytes: Buffer, type = 'image/jpeg'): Promise<string> {
  const target = await issuedTarget(url, type);
  const answer = await sent(target, bytes, type);
  if (answer.status !== 200) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`);
  return target.path;
}

/** An upload that is open for as long as a test wants. */
export interface HeldUpload {
  readonly write: (bytes: Buffer) => void;
  /** The answer's status; 0 where the connection ended without one. */
  readonly status: Promise<number>;
  readonly end: () => void;
  /** Hangs up. */
  readonly destroy: () => void;
}

/** Begins to send `bytes` bytes to a target, and leaves the rest to the test. */
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

/** A photo as a telephone makes it, of some hundred kilobytes. */
export function aPhone(): Promise<Buffer> {
  return picture(1200, 900).jpeg({ quality: 90 }).toBuffer();
}
