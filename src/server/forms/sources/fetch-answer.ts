import type { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSafely } from 'node:https';
import type { ContentSource, SourceFaultCode } from '../../../api/content-sources.ts';
import { createCheckedLookup, isAllowedHost, UnreachableAddress } from '../../platform/checked-lookup.ts';
import type { ContentSourceSettings } from '../../platform/config/settings.ts';
import type { ContentOrigin } from '../../platform/config/variables.ts';
import { getErrorCode } from '../../platform/files/files.ts';
import type { CopyDetails } from '../../store/calls/content-copy-calls.ts';
import { parseAnswer } from './parse-answer.ts';

/** The answer of an address, or the reason for which there is none that can be used. */
export type FetchedAnswer =
  | {
      readonly kind: 'answer';
      readonly value: unknown;
      readonly etag?: string;
      readonly lastModified?: string;
    }
  | { readonly kind: 'unchanged' }
  | FetchFault;

export interface FetchFault {
  readonly kind: 'fault';
  readonly code: SourceFaultCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface FetchRequest {
  readonly source: Pick<ContentSource, 'url' | 'header'>;
  readonly origin: ContentOrigin;
  /** The token of the origin. Absent: the source needs none. */
  readonly token?: string | undefined;
  /** The headers of the answer whose entries are stored. Absent: the whole answer is wanted. */
  readonly known?: Pick<CopyDetails, 'etag' | 'lastModified'>;
  readonly settings: Pick<ContentSourceSettings, 'timeoutMs' | 'maxBytes' | 'mostRedirects'>;
  readonly signal: AbortSignal;
  /** Resolves host names; absent: the system's resolver. */
  readonly resolveName?: typeof lookUp;
}

/**
 * Requests an address and parses its answer as JSON. The resolved address is checked, and the connection uses
 * exactly that one. Redirects are followed within the origin only, because the token belongs to it. Never
 * rejects.
 */
export async function fetchAnswer(asked: FetchRequest): Promise<FetchedAnswer> {
  const { settings, signal, source } = asked;
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  try {
    return await follow(asked, new URL(source.url), AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted) return createFault('timeout', { seconds: Math.round(settings.timeoutMs / 1000) });
    return describeRequestError(error);
  }
}

export function createFault(code: SourceFaultCode, values: FetchFault['values'] = {}): FetchFault {
  return { kind: 'fault', code, values };
}

/** Requests an address, and those to which it redirects on the same origin. */
async function follow(asked: FetchRequest, first: URL, signal: AbortSignal): Promise<FetchedAnswer> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendRequest(asked, url, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status === 304 || status < 300 || status >= 400 || location === undefined)
      return readResponse(response, asked.settings.maxBytes);
    response.destroy();
    const next = URL.parse(location, url.href);
    if (next?.origin !== first.origin || redirects >= asked.settings.mostRedirects)
      return createFault('redirect', { to: next?.origin ?? location.slice(0, 100) });
    url = next;
  }
}

/** Sends a request and resolves with the response before its body has arrived. */
function sendRequest(
  { source, origin, token, known, resolveName }: FetchRequest,
  url: URL,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!isAllowedHost(url, origin)) return Promise.reject(new UnreachableAddress());
  const { header } = source;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSafely : requestPlain;
    const request = send(url, {
      method: 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Slipway',
        ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
        ...(known?.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
        ...(header && token !== undefined && { [header.name]: `${header.prefix ?? ''}${token}` }),
      },
      lookup: createCheckedLookup(origin, resolveName),
      // The agent is not used: a pooled connection may lead to another address.
      agent: false,
      signal,
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

/** Reads and parses the body of a response, up to the limit. Rejects if the connection fails. */
async function readResponse(response: IncomingMessage, maxBytes: number): Promise<FetchedAnswer> {
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    if (status === 304) return { kind: 'unchanged' };
    return createFault(status === 401 || status === 403 ? 'token-refused' : 'status', { status });
  }
  const { 'content-type': type = '', 'content-encoding': encoding, etag } = response.headers;
  if (!/^application\/(?:[\w.+-]+\+)?json\b|^text\/json\b/i.test(type)) {
    response.destroy();
    return createFault('not-json', { detail: type.split(';')[0]?.slice(0, 60) || '?' });
  }
  if (encoding !== undefined && encoding !== 'identity') {
    response.destroy();
    return createFault('not-json', { detail: encoding.slice(0, 60) });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      response.destroy();
      return createFault('too-large', { megabytes: Math.round(maxBytes / 1_048_576) });
    }
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  const parsed = parseAnswer(body);
  if (!parsed.ok) {
    // What begins as a list or an object is no page.
    const isJson = /^\s*[[{]/.test(body.subarray(0, 100).toString('latin1'));
    return createFault(isJson ? 'broken-json' : 'not-json', { detail: parsed.reason });
  }
  const { 'last-modified': lastModified } = response.headers;
  return {
    kind: 'answer',
    value: parsed.value,
    ...(etag !== undefined && { etag: etag.slice(0, 500) }),
    ...(lastModified !== undefined && { lastModified: lastModified.slice(0, 100) }),
  };
}

/** Returns the fault of a failed request, with its code: a message may quote an address or a certificate. */
function describeRequestError(error: unknown): FetchFault {
  if (error instanceof UnreachableAddress) return createFault('private-address');
  const detail = String(getErrorCode(error) ?? '?');
  if (/^E(?:NOTFOUND|AI_)/.test(detail)) return createFault('no-address', { detail });
  if (/CERT|SELF_SIGNED|ISSUER|UNABLE_TO|HOSTNAME|SSL|TLS|EPROTO/.test(detail))
    return createFault('tls', { detail });
  return createFault('no-connection', { detail });
}
