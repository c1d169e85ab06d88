import { createHash, randomUUID } from 'node:crypto';
import type { RequirementCode } from '../../src/cli/conform/requirements.ts';
import { getSampleFile } from '../../src/cli/conform/sample-files.ts';
import type { ForwardCall, ProxiedReply, ProxiedRequest, ProxyFault } from './faulty-proxy.ts';

/** A back end that violates one requirement. */
export interface SeededFault {
  readonly does: string;
  readonly breaks: RequirementCode;
  /** Creates the fault for one back end: some have state. */
  readonly make: () => ProxyFault;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass here.
type Json = any;
type IsChosen = (request: ProxiedRequest, reply: ProxiedReply) => boolean;

const isGraphql = ({ path, method }: ProxiedRequest) => method === 'POST' && path.startsWith('/graphql');
const isCall = ({ path, method }: ProxiedRequest) =>
  method === 'POST' && path.startsWith('/api/contact-upload');
const isFile = ({ method }: ProxiedRequest) => method === 'PUT';
const isSend = (request: ProxiedRequest) =>
  isGraphql(request) && parseBody(request)?.operationName === 'sendContactUs';
const isSendWithType = (request: ProxiedRequest, type: number) =>
  isSend(request) && parseBody(request).variables.enquiry_type === type;
const isTarget: IsChosen = (request, { status }) => isCall(request) && status === 200;
const isStored: IsChosen = (request, { status }) => isFile(request) && status === 200;
const isRefusal: IsChosen = (request, { status, body }) =>
  isSend(request) && status === 200 && body.includes('BAD_USER_INPUT');

function parseBody({ body }: ProxiedRequest): Json {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function changeReply(
  isChosen: IsChosen,
  change: (reply: ProxiedReply) => Partial<ProxiedReply>,
): () => ProxyFault {
  return () => async (request, forward) => {
    const reply = await forward();
    return isChosen(request, reply) ? { ...reply, ...change(reply) } : reply;
  };
}

function changeReplyJson(isChosen: IsChosen, change: (value: Json) => Json): () => ProxyFault {
  return changeReply(isChosen, ({ body }) => ({ body: JSON.stringify(change(JSON.parse(body))) }));
}

function changeRefusal(change: (extensions: Json) => Json): () => ProxyFault {
  return changeReplyJson(isRefusal, (value) => ({
    ...value,
    errors: value.errors.map((error: Json) => ({ ...error, extensions: change(error.extensions) })),
  }));
}

/** Changes the variables of an enquiry before validation, so that its problems are not found. */
function changeVariables(change: (variables: Json) => Json): () => ProxyFault {
  return () => (request, forward) =>
    isSend(request) ? forwardWith(forward, request, change(parseBody(request).variables)) : forward();
}

function forwardWith(forward: ForwardCall, request: ProxiedRequest, variables: Json): Promise<ProxiedReply> {
  const body = parseBody(request);
  const changed = { ...body, variables: { ...body.variables, ...variables } };
  return forward({ body: Buffer.from(JSON.stringify(changed)) });
}

function denyRequests(
  isChosen: (request: ProxiedRequest) => boolean,
  status: number,
  body: string,
): () => ProxyFault {
  return () => async (request, forward) => (isChosen(request) ? createJsonReply(status, body) : forward());
}

function createJsonReply(status: number, body: string): ProxiedReply {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function createStoredReply(): ProxiedReply {
  return { status: 200, headers: {}, body: '' };
}

const getIdempotencyKey = ({ headers }: ProxiedRequest) => headers['idempotency-key'];

function withKey({ headers }: ProxiedRequest, key: string): Partial<ProxiedRequest> {
  return { headers: { ...headers, 'idempotency-key': key } };
}

/** Changes the handling of an enquiry whose key and body were received before. */
function changeRepeatedSend(
  repeat: (request: ProxiedRequest, forward: ForwardCall) => Promise<ProxiedReply>,
): () => ProxyFault {
  return () => {
    const bodies = new Map<string, string>();
    return async (request, forward) => {
      const key = getIdempotencyKey(request);
      const body = request.body.toString();
      if (key === undefined) return forward();
      if (bodies.get(key) === body) return repeat(request, forward);
      const reply = await forward();
      bodies.set(key, bodies.get(key) ?? body);
      return reply;
    };
  };
}

/** Changes the file paths of an enquiry, given the issued targets and the state of their uploads. */
function changeFilePaths(
  change: (uploads: ReadonlyMap<string, 'issued' | 'cut' | 'arrived'>, variables: Json) => readonly string[],
): () => ProxyFault {
  return () => {
    const uploads = new Map<string, 'issued' | 'cut' | 'arrived'>();
    const paths = new Map<string, string>();
    return async (request, forward) => {
      if (isSend(request))
        return forwardWith(forward, request, { upload: change(uploads, parseBody(request).variables) });
      const reply = await forward();
      if (isTarget(request, reply)) {
        const { url, path } = JSON.parse(reply.body);
        const { pathname, search } = new URL(url);
        paths.set(pathname + search, path);
        uploads.set(path, 'issued');
      }
      if (isFile(request) && (request.isCut || reply.status === 200))
        uploads.set(paths.get(request.path) ?? '', request.isCut ? 'cut' : 'arrived');
      return reply;
    };
  };
}

const faultsByRequirement: Readonly<
  Record<Exclude<RequirementCode, 'limit' | 'retry-after'>, Record<string, () => ProxyFault>>
> = {
  json: {
    'answers GraphQL as plain text': changeReply(isGraphql, ({ headers }) => ({
      headers: { ...headers, 'content-type': 'text/plain' },
    })),
  },
  titles: {
    'gives events in place of their titles': changeReplyJson(
      ({ body }) => body.includes('getFutureEventTitles"'),
      ({ data }) => ({
        data: { getFutureEventTitles: data.getFutureEventTitles.map((title: string) => ({ title })) },
      }),
    ),
  },
  send: {
    'says success with status 500 to a valuation': changeReply(
      (request) => isSendWithType(request, 8),
      () => ({ status: 500 }),
    ),
    'says success as a text to careers': changeReply(
      (request) => isSendWithType(request, 5),
      ({ body }) => ({ body: body.replace('true', '"true"') }),
    ),
  },
  nullable: {
    'wants every argument to be declared': denyRequests(
      (request) => isSend(request) && !parseBody(request).query.includes('$boat_make'),
      400,
      '{"errors":[{"message":"boat_make?"}]}',
    ),
  },
  'unknown-argument': {
    'passes over arguments that it does not know': () => (request, forward) => {
      if (!isSend(request)) return forward();
      const body = parseBody(request);
      const { slipway_conform_unknown: _unknown, ...variables } = body.variables;
      const query = body.query.replaceAll(/^.*slipway_conform_unknown.*\n/gm, '');
      return forward({ body: Buffer.from(JSON.stringify({ ...body, variables, query })) });
    },
    'answers an unknown argument with 200': changeReply(
      ({ body }) => body.includes('slipway_conform_unknown'),
      () => ({ status: 200 }),
    ),
  },
  get: {
    'answers queries by GET': changeReply(
      ({ method, path }) => method === 'GET' && path.startsWith('/graphql'),
      () => ({ status: 200, body: '{"data":{"getFutureEventTitles":[]}}' }),
    ),
  },
  malformed: {
    'breaks down over what is no JSON': changeReply(
      (request) => isGraphql(request) && parseBody(request) === undefined,
      () => ({ status: 500, body: 'oh' }),
    ),
  },
  required: {
    'takes enquiries without a name': changeVariables(({ name }) => ({ name: name ?? 'Nobody' })),
  },
  value: {
    'takes whatever is called a mail address': changeVariables(({ email }) => ({
      email: email?.includes('@') ? email : 'nobody@example.com',
    })),
  },
  'unknown-domain': {
    'takes enquiries of any domain': changeVariables(() => ({ domain: 'www.trevarrow.example' })),
  },
  'unknown-type': {
    'takes any enquiry type for a general one': changeVariables(({ enquiry_type }) => ({
      enquiry_type: enquiry_type > 9 ? 3 : enquiry_type,
    })),
  },
  'unknown-office': {
    'takes any office for the first one': changeVariables(({ office_location }) => ({
      office_location: office_location === '987654321' ? '1' : office_location,
    })),
  },
  'refusal-shape': {
    'says why in a message alone': changeReplyJson(isRefusal, () => ({
      errors: [{ message: 'Name is missing' }],
    })),
    'names fields without a message': changeRefusal(({ fields, ...rest }) => ({
      ...rest,
      fields: fields.map(({ field, code }: Json) => ({ field, code })),
    })),
  },
  'refusal-code': {
    'has a code of its own for mistakes': changeRefusal((rest) => ({ ...rest, code: 'VALIDATION' })),
  },
  'refusal-status': { 'answers mistakes with 422': changeReply(isRefusal, () => ({ status: 422 })) },
  'refusal-field': {
    'calls every field "form"': changeRefusal(({ fields, ...rest }) => ({
      ...rest,
      fields: fields.map((field: Json) => ({ ...field, field: 'form' })),
    })),
  },
  'refusal-language': {
    'speaks English alone':
      () =>
      ({ headers }, forward) =>
        forward({ headers: { ...headers, 'accept-language': 'en' } }),
  },
  repeat: {
    'takes a repeat for another enquiry': changeRepeatedSend((request, forward) =>
      forward(withKey(request, randomUUID())),
    ),
    'refuses a repeat': changeRepeatedSend(async () =>
      createJsonReply(200, '{"errors":[{"message":"known"}]}'),
    ),
  },
  'under-way': {
    'looks for repeats before it has stored the first': () => {
      const underWay = new Set<string>();
      return async (request, forward) => {
        const key = getIdempotencyKey(request) ?? '';
        if (underWay.has(key)) return forward(withKey(request, randomUUID()));
        underWay.add(key);
        const reply = await forward();
        underWay.delete(key);
        return reply;
      };
    },
  },
  'key-reused': {
    'answers a key like the first time, whatever the body': () => {
      const first = new Map<string, Buffer>();
      return (request, forward) => {
        const key = getIdempotencyKey(request);
        if (key === undefined) return forward();
        const body = first.get(key) ?? request.body;
        first.set(key, body);
        return forward({ body });
      };
    },
    'refuses another body under a key without saying why': changeReply(
      (_request, { body }) => body.includes('IDEMPOTENCY_KEY_REUSED'),
      ({ body }) => ({ body: body.replace('IDEMPOTENCY_KEY_REUSED', 'CONFLICT') }),
    ),
  },
  'no-key': {
    'takes the same words twice for a repeat': () => (request, forward) =>
      isSend(request) && getIdempotencyKey(request) === undefined
        ? forward(withKey(request, createHash('sha256').update(request.body).digest('hex')))
        : forward(),
  },
  target: {
    'answers a call for a target with 201': changeReply(isTarget, () => ({ status: 201 })),
    'gives no method with a target': changeReplyJson(isTarget, ({ path, url }) => ({ path, url })),
  },
  'target-types': {
    'has no target for image/jpg': denyRequests(
      (request) => isCall(request) && parseBody(request).contentType === 'image/jpg',
      415,
      '{"error":"wrong-type","message":"No."}',
    ),
  },
  'target-refused': {
    'has a target for every type': () => (request, forward) =>
      isCall(request) && parseBody(request).contentType === 'text/html'
        ? forward({ body: Buffer.from('{"filename":"a.png","contentType":"image/png"}') })
        : forward(),
  },
  'upload-refusal-shape': {
    'refuses a target with a word': changeReply(
      (request, { status }) => isCall(request) && status >= 400,
      () => ({ body: 'no' }),
    ),
  },
  stored: { 'answers a stored file with 204': changeReply(isStored, () => ({ status: 204 })) },
  'target-once': {
    'lets a second file replace the first': () => {
      const known = new Set<string>();
      return async (request, forward) => {
        if (!isFile(request) || request.isCut) return forward();
        if (known.has(request.path)) return createStoredReply();
        known.add(request.path);
        return forward();
      };
    },
  },
  'target-type': {
    'stores whatever type comes': () => async (request, forward) =>
      isFile(request) && request.headers['content-type'] === 'text/html' ? createStoredReply() : forward(),
  },
  'too-large': {
    'stores files of any size': () => (request, forward) =>
      forward(
        isFile(request) && request.body.length > 20 * 2 ** 20 ? { body: getSampleFile('image/png') } : {},
      ),
  },
  'not-issued': {
    'passes over paths that nobody issued': changeVariables(({ upload }) => ({
      upload: upload.filter((path: string) => !path.includes('not-issued')),
    })),
  },
  'not-arrived': {
    'counts a path as stored once it is issued': changeFilePaths((uploads, { upload }) =>
      upload.filter((path: string) => uploads.get(path) !== 'issued'),
    ),
  },
  interrupted: {
    'keeps what has come of a file that broke off': () => (request, forward) =>
      forward(request.isCut ? { body: getSampleFile('image/png') } : {}),
  },
  'takes-none': {
    'passes over files with a type that takes none': changeVariables(({ enquiry_type, upload }) => ({
      upload: enquiry_type === 3 ? [] : upload,
    })),
  },
  'too-many': {
    'keeps the first of too many files': changeVariables(({ upload }) => ({ upload: upload.slice(0, 1) })),
  },
  'photo-used': {
    'does not know the files that it has stored': changeFilePaths((uploads, { enquiry_type, upload }) =>
      upload.map((path: string) => (enquiry_type !== 3 && uploads.get(path) === 'arrived' ? 'lost' : path)),
    ),
  },
  preflight: {
    'does not let pages send a key from elsewhere': changeReply(
      ({ method, path }) => method === 'OPTIONS' && path === '/graphql',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-headers': 'content-type' } }),
    ),
  },
  'allow-origin': {
    'allows origins in preflights alone': changeReply(
      isGraphql,
      ({ headers: { 'access-control-allow-origin': _origin, ...headers } }) => ({ headers }),
    ),
  },
  'foreign-origin': {
    'allows every origin in preflights': changeReply(
      ({ method }) => method === 'OPTIONS',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-origin': '*' } }),
    ),
  },
  'upload-preflight': {
    'does not let pages put files from elsewhere': changeReply(
      ({ method, path }) => method === 'OPTIONS' && !/^\/(?:graphql|api\/contact-upload)/.test(path),
      () => ({ status: 404 }),
    ),
  },
};

/** At least one fault for each requirement, in their order. */
export const faults: readonly SeededFault[] = Object.entries(faultsByRequirement).flatMap(([breaks, made]) =>
  Object.entries(made).map(([does, make]) => ({ does, breaks: breaks as RequirementCode, make })),
);

/**
 * Refuses with 429 after a number of enquiries, without `Retry-After`. For tests that send until they are
 * limited.
 */
export function limitWithoutRetryAfter(most: number): ProxyFault {
  let sent = 0;
  return async (request, forward) => {
    if (isSend(request)) sent += 1;
    return sent > most ? createJsonReply(429, '{"errors":[]}') : forward();
  };
}
