import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { BucketAddress } from '../bucket.ts';

/** Answers a request in place of the store, or never. */
export type S3Fault = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A minimal S3 store for tests of error handling. It accepts every signature; `npm run test:s3` uses a real
 * store.
 */
export interface FakeS3 extends BucketAddress {
  /** The stored objects by name. Tests may change them. */
  readonly objects: Map<string, Buffer>;
  /** The requests so far: `PUT originals/ab….jpg` */
  readonly asked: readonly string[];
  /** Answers every request from now on; undefined restores normal answers. */
  fault: S3Fault | undefined;
}

/** Reads the request and never answers it. */
export const neverAnswer: S3Fault = (request) => void request.resume();

/**
 * Returns a fault that answers with a status and, if a code is given, the body of an S3 error. Without a code
 * the body is empty.
 */
export const createErrorAnswer =
  (status: number, code?: string, headers: Readonly<Record<string, string>> = {}): S3Fault =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers);
    response.end(code === undefined ? '' : `<Error><Code>${code}</Code><Message>No.</Message></Error>`);
  };

/** Starts a store on this machine and sets its credentials in the environment; both end with the test. */
export async function startFakeS3(): Promise<FakeS3> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
  const { fake, stop } = await openFakeS3();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await stop();
  });
  return fake;
}

/**
 * Starts a store with an empty bucket on a free port of this machine. It runs until `stop` is called, and
 * sets no credentials.
 */
export async function openFakeS3(): Promise<{ readonly fake: FakeS3; readonly stop: () => Promise<void> }> {
  const bucket = 'yard';
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake.invalid');
    const name = decodeURIComponent(pathname.slice(`/${bucket}/`.length));
    asked.push(`${request.method} ${name}`);
    if (fake.fault) return fake.fault(request, response);
    if (!pathname.startsWith(`/${bucket}`)) return createErrorAnswer(404, 'NoSuchBucket')(request, response);
    if (request.method === 'GET' && searchParams.has('list-type')) return answerList(response, objects);
    return answerObject(request, response, { name, objects });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeS3 = { endpoint: `http://127.0.0.1:${port}`, bucket, objects, asked, fault: undefined };
  /** Closes all connections and stops the server. */
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { fake, stop };
}

/**
 * Answers a PUT, GET, HEAD or DELETE of an object, and stores or removes it. A request without a name is
 * answered with 200 and an empty body. Supports only ranges from the first byte.
 */
async function answerObject(
  request: IncomingMessage,
  response: ServerResponse,
  { name, objects }: { readonly name: string; readonly objects: Map<string, Buffer> },
): Promise<void> {
  const { method, headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (method === 'PUT') {
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== Number(headers['content-length']))
      return createErrorAnswer(400, 'IncompleteBody')(request, response);
    objects.set(name, bytes);
  }
  if (method === 'DELETE') objects.delete(name);
  const found = name === '' || method === 'DELETE' ? Buffer.alloc(0) : objects.get(name);
  if (!found) return createErrorAnswer(404, method === 'GET' ? 'NoSuchKey' : undefined)(request, response);
  const end = /^bytes=0-(\d+)$/.exec(headers.range ?? '')?.[1];
  if (method !== 'GET' || end === undefined) {
    const body = method === 'GET' || method === 'HEAD' ? found : Buffer.alloc(0);
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  } else if (found.length === 0) {
    createErrorAnswer(416, 'InvalidRange')(request, response);
  } else {
    const some = found.subarray(0, Number(end) + 1);
    const range = `bytes 0-${some.length - 1}/${found.length}`;
    response.writeHead(206, { 'Content-Length': some.length, 'Content-Range': range }).end(some);
  }
}

/** Answers with the names of all objects, whatever prefix was requested. All have the same fixed time. */
function answerList(response: ServerResponse, objects: ReadonlyMap<string, Buffer>): void {
  const contents = [...objects.keys()].map(
    (name) => `<Contents><Key>${name}</Key><LastModified>2026-11-21T07:00:00.000Z</LastModified></Contents>`,
  );
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
}
