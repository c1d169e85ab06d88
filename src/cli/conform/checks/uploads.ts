import { Buffer } from 'node:buffer';
import { listWireFields, type UploadLimits, uploadField } from '#engine';
import { photoTypes } from '#engine/model/photo-types.ts';
import { parseJsonObject } from '../answers.ts';
import type { HttpExchange } from '../call.ts';
import { findUploadField, type TestEnquiry } from '../enquiries.ts';
import { type RequirementCode, requirements } from '../requirements.ts';
import { getSampleFile } from '../sample-files.ts';
import { type ConformanceSession, jsonHeaders } from '../session.ts';
import { explainRejection } from './operations.ts';
import { checkRefused } from './refusals.ts';

export interface ConformanceTarget {
  /** The path by which an enquiry names the file. */
  readonly path: string;
  /** The HTTP method of the upload, as the back end names it. */
  readonly method: string;
  readonly url: URL;
}

/**
 * Checks all requirements of uploads. If no file can be stored, records the rest as skipped. Returns a target
 * for the check of preflights, undefined if the back end gives none.
 * @param enquiry An enquiry of a type with a field for files.
 * @param without An enquiry of a type without files. Undefined if every type accepts files.
 */
export async function checkUploads(
  session: ConformanceSession,
  { enquiry, without }: { readonly enquiry: TestEnquiry; readonly without: TestEnquiry | undefined },
): Promise<ConformanceTarget | undefined> {
  const field = findUploadField(enquiry);
  const limits: UploadLimits = field?.limits ?? {};
  const types = limits.types ?? photoTypes;
  const type = types.find((one) => one === 'image/png') ?? types[0] ?? 'image/png';
  const name = field?.name ?? uploadField;
  const first = await requestTarget(session, type, 'target');
  if (first === undefined) {
    session.skip(uploadCodes, noTarget);
    return undefined;
  }
  await checkTargetTypes(session, { types, type });

  /** Checks the requirement `code`: an enquiry with these paths must be refused. */
  const checkPathsRefused = (code: RequirementCode, paths: readonly string[]) =>
    checkRefused(session, { enquiry, code, field: name, changes: { [name]: paths } });
  await checkPathsRefused('not-issued', ['slipway-conform/not-issued.png']);
  await checkPathsRefused('not-arrived', [first.path]);
  const broken = await requestTarget(session, type, 'target');
  if (broken) {
    await putFile(session, broken, {
      type,
      body: Buffer.concat([getSampleFile(type), Buffer.alloc(100_000)]),
      cutAfterBytes: 2000,
    });
  }

  const stored = await putFile(session, first, { type, body: getSampleFile(type) });
  session.record(stored.status === 200, {
    code: 'stored',
    why: `it is answered with status ${stored.status}`,
    exchange: stored,
  });
  if (stored.status !== 200) {
    session.skip(uploadCodes, 'no file was stored');
    return first;
  }
  await checkTargetRefusals(session, first, type);
  await checkLargeFile(session, { enquiry, name, type, limits });
  if (without === undefined) session.skip(['takes-none'], 'every type accepts files');
  else if (!listWireFields(session.form).some((sent) => sent.name === uploadField))
    session.skip(['takes-none'], `the form has no field "${uploadField}"`);
  else
    await checkRefused(session, {
      enquiry: without,
      code: 'takes-none',
      field: uploadField,
      changes: { [uploadField]: [first.path] },
    });
  await checkManyFiles(session, { first, type, limits, checkPathsRefused });

  const used = await session.send(session.buildVariables(enquiry, { [name]: [first.path] }));
  // The requests in between give a back end time to store the interrupted file, if it does so by mistake.
  if (broken) await checkPathsRefused('interrupted', [broken.path]);
  else session.skip(['interrupted'], noTarget);
  session.record(used.isAccepted, {
    code: 'photo-used',
    why: `it is not accepted: ${explainRejection(used)}`,
    exchange: used,
  });
  return requestTarget(session, type, 'target');
}

/** The reason for a skipped requirement if the back end gives no target for a file. */
const noTarget = 'there is no target';

const uploadCodes = (Object.keys(requirements) as RequirementCode[]).filter(
  (code) => requirements[code].section === 'uploads',
);

/**
 * Requests a target and records if the response is a valid one (the requirement `code`). Undefined if it is
 * not.
 */
async function requestTarget(
  session: ConformanceSession,
  contentType: string,
  code: RequirementCode,
): Promise<ConformanceTarget | undefined> {
  const exchange = await callUploadEndpoint(session, contentType);
  const { path, method, url } = parseJsonObject(exchange.text) ?? {};
  const address =
    typeof url === 'string' && URL.canParse(url, session.endpoints.uploads.href)
      ? new URL(url, session.endpoints.uploads)
      : undefined;
  const isWhole =
    typeof path === 'string' && path !== '' && typeof method === 'string' && address !== undefined;
  const isFine = exchange.status === 200 && isWhole;
  const why = `for ${contentType} the answer has status ${exchange.status}${isWhole ? '' : ', and lacks a valid path, method or url'}`;
  session.record(isFine, { code, why, exchange });
  return isFine ? { path, method, url: address } : undefined;
}

/** Sends the request of a page for a target, with a file name and media type. */
function callUploadEndpoint(
  { sendRequest, endpoints }: ConformanceSession,
  contentType: string,
): Promise<HttpExchange> {
  const filename = `slipway-conform.${extensions[contentType] ?? 'txt'}`;
  const body = JSON.stringify({ filename, contentType });
  return sendRequest({ method: 'POST', url: endpoints.uploads, headers: jsonHeaders, body });
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpg': 'jpg',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/**
 * Checks that there is a target for each of the other accepted media types, and that a call for `text/html`
 * is refused.
 */
async function checkTargetTypes(
  session: ConformanceSession,
  { types, type }: { readonly types: readonly string[]; readonly type: string },
): Promise<void> {
  for (const other of types) if (other !== type) await requestTarget(session, other, 'target-types');
  const strange = 'text/html';
  const exchange = await callUploadEndpoint(session, strange);
  const isRefused = exchange.status >= 400 && exchange.status < 500;
  const why = `for ${strange} the answer has status ${exchange.status}`;
  session.record(isRefused, { code: 'target-refused', why, exchange });
  if (!isRefused) return session.skip(['upload-refusal-shape'], 'no call was refused');
  const { error, message } = parseJsonObject(exchange.text) ?? {};
  const isExplained = [error, message].every((text) => typeof text === 'string' && text !== '');
  session.record(isExplained, {
    code: 'upload-refusal-shape',
    why: 'it lacks "error" or "message"',
    exchange,
  });
}

/** The media type and content of a file. */
interface PutOptions {
  readonly type: string;
  readonly body: Buffer;
  /** The number of bytes after which the connection is closed. Absent: all are sent. */
  readonly cutAfterBytes?: number;
}

/** Sends a file as a page does, with no header except `Content-Type`. */
function putFile(
  { sendRequest }: ConformanceSession,
  { method, url }: ConformanceTarget,
  { type, body, cutAfterBytes }: PutOptions,
): Promise<HttpExchange> {
  return sendRequest({
    method,
    url,
    headers: { 'Content-Type': type },
    body,
    ...(cutAfterBytes !== undefined && { cutAfterBytes }),
  });
}

/**
 * Checks that the used target `first` refuses a second file, and a new one a file of another media type.
 * @param type The media type of the targets.
 */
async function checkTargetRefusals(
  session: ConformanceSession,
  first: ConformanceTarget,
  type: string,
): Promise<void> {
  const second = await putFile(session, first, { type, body: getSampleFile(type) });
  session.record(!isStored(second), {
    code: 'target-once',
    why: `the second one is answered with status ${second.status}`,
    exchange: second,
  });
  const other = await requestTarget(session, type, 'target');
  if (other === undefined) return session.skip(['target-type'], noTarget);
  const page = await putFile(session, other, {
    type: 'text/html',
    body: Buffer.from('<p>slipway conform</p>'),
  });
  const why = `a file of the type text/html is answered with status ${page.status} where ${type} was requested`;
  session.record(!isStored(page), { code: 'target-type', why, exchange: page });
}

/** True if the status is 2xx. */
function isStored({ status }: HttpExchange): boolean {
  return status >= 200 && status < 300;
}

/** Larger files are not tested, because they would take too long and too much bandwidth. */
const maxTestedBytes = 32 * 2 ** 20;

/**
 * Checks that a file above the limit is refused when it is uploaded, or else when an enquiry names it.
 * Skipped if the limit is absent or above `maxTestedBytes`.
 * @param name The field for files.
 */
async function checkLargeFile(
  session: ConformanceSession,
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
  if (bytes === undefined || bytes > maxTestedBytes)
    return session.skip(
      ['too-large'],
      bytes === undefined ? 'the form sets no limit' : 'it would take more than 32 MiB',
    );
  const there = await requestTarget(session, type, 'target');
  if (there === undefined) return session.skip(['too-large'], noTarget);
  const start = getSampleFile(type);
  const exchange = await putFile(session, there, {
    type,
    body: Buffer.concat([start, Buffer.alloc(bytes + 1 - start.length)]),
  });
  if (!isStored(exchange)) return session.record(true, { code: 'too-large', why: '', exchange });
  await checkRefused(session, { enquiry, code: 'too-large', field: name, changes: { [name]: [there.path] } });
}

/** A higher limit of the number of files is not tested. */
const maxTestedFiles = 3;

/**
 * Stores files until there is one more than the limit, and checks that an enquiry with all of them is
 * refused. Skipped if the limit is absent or above `maxTestedFiles`, or if a file is not stored.
 * @param first A target whose file is already stored.
 */
async function checkManyFiles(
  session: ConformanceSession,
  {
    first,
    type,
    limits: { count },
    checkPathsRefused,
  }: {
    readonly first: ConformanceTarget;
    readonly type: string;
    readonly limits: UploadLimits;
    readonly checkPathsRefused: (code: RequirementCode, paths: readonly string[]) => Promise<void>;
  },
): Promise<void> {
  if (count === undefined || count > maxTestedFiles)
    return session.skip(
      ['too-many'],
      count === undefined ? 'the form sets no limit' : `it would take ${count + 1} files`,
    );
  const paths = [first.path];
  while (paths.length <= count) {
    const next = await requestTarget(session, type, 'target');
    if (
      next === undefined ||
      (await putFile(session, next, { type, body: getSampleFile(type) })).status !== 200
    )
      return session.skip(['too-many'], 'a further file was not stored');
    paths.push(next.path);
  }
  await checkPathsRefused('too-many', paths);
}
