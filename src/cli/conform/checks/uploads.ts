import { Buffer } from 'node:buffer';
import { type UploadLimits, uploadField } from '#engine';
import { photoTypes } from '#engine/photo-types.ts';
import { objectOf } from '../answers.ts';
import type { Exchange } from '../call.ts';
import { type TestEnquiry, uploadFieldOf } from '../enquiries.ts';
import { file } from '../files.ts';
import { type RequirementCode, requirements } from '../requirements.ts';
import { jsonHeaders, type Session } from '../session.ts';
import { whyNot } from './operations.ts';
import { refused } from './refusals.ts';

export interface Target {
  readonly path: string;
  readonly method: string;
  readonly url: URL;
}

/**
 * Checks all requirements of uploads. Returns an unused target for the check of preflights.
 * @param without An enquiry of a type without files. Undefined if every type accepts files.
 */
export async function checkUploads(
  session: Session,
  { enquiry, without }: { readonly enquiry: TestEnquiry; readonly without: TestEnquiry | undefined },
): Promise<Target | undefined> {
  const field = uploadFieldOf(enquiry);
  const limits: UploadLimits = field?.limits ?? {};
  const types = limits.types ?? photoTypes;
  const type = types.find((one) => one === 'image/png') ?? types[0] ?? 'image/png';
  const name = field?.name ?? uploadField;
  const first = await target(session, type, 'target');
  if (first === undefined) {
    session.skip(codes, 'there is no target');
    return undefined;
  }
  await targets(session, { types, type });

  const naming = (code: RequirementCode, paths: readonly string[]) =>
    refused(session, { enquiry, code, field: name, changes: { [name]: paths } });
  await naming('not-issued', ['slipway-conform/not-issued.png']);
  await naming('not-arrived', [first.path]);
  const broken = await target(session, type, 'target');
  if (broken) {
    await put(session, broken, {
      type,
      body: Buffer.concat([file(type), Buffer.alloc(100_000)]),
      cutAfterBytes: 2000,
    });
  }

  const stored = await put(session, first, { type, body: file(type) });
  session.note(stored.status === 200, {
    code: 'stored',
    why: `it is answered with status ${stored.status}`,
    exchange: stored,
  });
  if (stored.status !== 200) {
    session.skip(codes, 'no file was stored');
    return first;
  }
  await again(session, first, type);
  await large(session, { enquiry, name, type, limits });
  if (without === undefined) session.skip(['takes-none'], 'every type takes files');
  else
    await refused(session, {
      enquiry: without,
      code: 'takes-none',
      field: uploadField,
      changes: { [uploadField]: [first.path] },
    });
  await many(session, { first, type, limits, naming });

  const used = await session.send(session.enquiryOf(enquiry, { [name]: [first.path] }));
  // The requests in between give a back end time to store the interrupted file, if it does so by mistake.
  if (broken) await naming('interrupted', [broken.path]);
  session.note(used.isTaken, { code: 'photo-used', why: `it is not taken: ${whyNot(used)}`, exchange: used });
  return target(session, type, 'target');
}

const codes = (Object.keys(requirements) as RequirementCode[]).filter(
  (code) => requirements[code].section === 'uploads',
);

/** Requests a target. If the response is not a valid target, records a breach of `code`. */
async function target(
  session: Session,
  contentType: string,
  code: RequirementCode,
): Promise<Target | undefined> {
  const exchange = await callFor(session, contentType);
  const { path, method, url } = objectOf(exchange.text) ?? {};
  const address =
    typeof url === 'string' && URL.canParse(url, session.endpoints.uploads.href)
      ? new URL(url, session.endpoints.uploads)
      : undefined;
  const isWhole =
    typeof path === 'string' && path !== '' && typeof method === 'string' && address !== undefined;
  const isFine = exchange.status === 200 && isWhole;
  const why = `for ${contentType} the answer has status ${exchange.status}${isWhole ? '' : ', and not all of path, method and url'}`;
  session.note(isFine, { code, why, exchange });
  return isFine ? { path, method, url: address } : undefined;
}

function callFor({ ask, endpoints }: Session, contentType: string): Promise<Exchange> {
  const filename = `slipway-conform.${extensions[contentType] ?? 'txt'}`;
  const body = JSON.stringify({ filename, contentType });
  return ask({ method: 'POST', url: endpoints.uploads, headers: jsonHeaders, body });
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpg': 'jpg',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

async function targets(
  session: Session,
  { types, type }: { readonly types: readonly string[]; readonly type: string },
): Promise<void> {
  for (const other of types) if (other !== type) await target(session, other, 'target-types');
  const strange = 'text/html';
  const exchange = await callFor(session, strange);
  const isRefused = exchange.status >= 400 && exchange.status < 500;
  const why = `for ${strange} the answer has status ${exchange.status}`;
  session.note(isRefused, { code: 'target-refused', why, exchange });
  if (!isRefused) return session.skip(['upload-refusal-shape'], 'no call was refused');
  const { error, message } = objectOf(exchange.text) ?? {};
  const isTold = [error, message].every((text) => typeof text === 'string' && text !== '');
  session.note(isTold, { code: 'upload-refusal-shape', why: 'it lacks "error" or "message"', exchange });
}

interface Putting {
  readonly type: string;
  readonly body: Buffer;
  readonly cutAfterBytes?: number;
}

/** Sends a file as a page does, with no header except `Content-Type`. */
function put(
  { ask }: Session,
  { method, url }: Target,
  { type, body, cutAfterBytes }: Putting,
): Promise<Exchange> {
  return ask({
    method,
    url,
    headers: { 'Content-Type': type },
    body,
    ...(cutAfterBytes !== undefined && { cutAfterBytes }),
  });
}

async function again(session: Session, first: Target, type: string): Promise<void> {
  const second = await put(session, first, { type, body: file(type) });
  session.note(!isStored(second), {
    code: 'target-once',
    why: `the second one is answered with status ${second.status}`,
    exchange: second,
  });
  const other = await target(session, type, 'target');
  if (other === undefined) return;
  const page = await put(session, other, { type: 'text/html', body: Buffer.from('<p>slipway conform</p>') });
  const why = `a file of the type text/html is answered with status ${page.status} where ${type} was asked for`;
  session.note(!isStored(page), { code: 'target-type', why, exchange: page });
}

function isStored({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Larger files are not tested, because they would take too long and too much bandwidth. */
const mostBytes = 32 * 2 ** 20;

async function large(
  session: Session,
  {
    enquiry,
    name,
    type,
    limits,
  }: {
    readonly enquiry: TestEnquiry;
    readonly name: string;
    readonly type: string;
    readonly limits: UploadLimits;
  },
): Promise<void> {
  const { bytes } = limits;
  if (bytes === undefined || bytes > mostBytes)
    return session.skip(
      ['too-large'],
      bytes === undefined ? 'the form sets no limit' : 'it would take more than 32 MiB',
    );
  const there = await target(session, type, 'target');
  if (there === undefined) return;
  const start = file(type);
  const exchange = await put(session, there, {
    type,
    body: Buffer.concat([start, Buffer.alloc(bytes + 1 - start.length)]),
  });
  if (!isStored(exchange)) return session.note(true, { code: 'too-large', why: '', exchange });
  await refused(session, { enquiry, code: 'too-large', field: name, changes: { [name]: [there.path] } });
}

const mostFiles = 3;

async function many(
  session: Session,
  {
    first,
    type,
    limits: { count },
    naming,
  }: {
    readonly first: Target;
    readonly type: string;
    readonly limits: UploadLimits;
    readonly naming: (code: RequirementCode, paths: readonly string[]) => Promise<void>;
  },
): Promise<void> {
  if (count === undefined || count > mostFiles)
    return session.skip(
      ['too-many'],
      count === undefined ? 'the form sets no limit' : `it would take ${count + 1} files`,
    );
  const paths = [first.path];
  while (paths.length <= count) {
    const next = await target(session, type, 'target');
    if (next === undefined || (await put(session, next, { type, body: file(type) })).status !== 200)
      return session.skip(['too-many'], 'a further file was not stored');
    paths.push(next.path);
  }
  await naming('too-many', paths);
}
