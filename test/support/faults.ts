import { createHash, randomUUID } from 'node:crypto';
import type { RequirementCode } from '../../src/cli/conform/requirements.ts';
import { getSampleFile } from '../../src/cli/conform/sample-files.ts';
import type { Fault, Forward, Passing, Reply } from './faulty-proxy.ts';

/** A back end that violates one requirement. */
export interface SeededFault {
  readonly does: string;
  readonly breaks: RequirementCode;
  /** Creates the fault for one back end: some have state. */
  readonly make: () => Fault;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass here.
type Json = any;
type IsChosen = (request: Passing, reply: Reply) => boolean;

const isGraphql = ({ path, method }: Passing) => method === 'POST' && path.startsWith('/graphql');
const isCall = ({ path, method }: Passing) => method === 'POST' && path.startsWith('/api/contact-upload');
const isFile = ({ method }: Passing) => method === 'PUT';
const isSend = (request: Passing) => isGraphql(request) && bodyOf(request)?.operationName === 'sendContactUs';
const isSendOf = (request: Passing, type: number) =>
  isSend(request) && bodyOf(request).variables.enquiry_type === type;
const isTarget: IsChosen = (request, { status }) => isCall(request) && status === 200;
const isStored: IsChosen = (request, { status }) => isFile(request) && status === 200;
const isRefusal: IsChosen = (request, { status, body }) =>
  isSend(request) && status === 200 && body.includes('BAD_USER_INPUT');

function bodyOf({ body }: Passing): Json {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function answering(isChosen: IsChosen, change: (reply: Reply) => Partial<Reply>): () => Fault {
  return () => async (request, forward) => {
    const reply = await forward();
    return isChosen(request, reply) ? { ...reply, ...change(reply) } : reply;
  };
}

function rewriting(isChosen: IsChosen, change: (value: Json) => Json): () => Fault {
  return answering(isChosen, ({ body }) => ({ body: JSON.stringify(change(JSON.parse(body))) }));
}

function refusing(change: (extensions: Json) => Json): () => Fault {
  return rewriting(isRefusal, (value) => ({
    ...value,
    errors: value.errors.map((error: Json) => ({ ...error, extensions: change(error.extensions) })),
  }));
}

/** Changes the variables of an enquiry before validation, so that its problems are not found. */
function overlooking(change: (variables: Json) => Json): () => Fault {
  return () => (request, forward) =>
    isSend(request) ? forwardWith(forward, request, change(bodyOf(request).variables)) : forward();
}

function forwardWith(forward: Forward, request: Passing, variables: Json): Promise<Reply> {
  const body = bodyOf(request);
  const changed = { ...body, variables: { ...body.variables, ...variables } };
  return forward({ body: Buffer.from(JSON.stringify(changed)) });
}

function denying(isChosen: (request: Passing) => boolean, status: number, body: string): () => Fault {
  return () => async (request, forward) => (isChosen(request) ? json(status, body) : forward());
}

function json(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function stored(): Reply {
  return { status: 200, headers: {}, body: '' };
}

const keyOf = ({ headers }: Passing) => headers['idempotency-key'];

function withKey({ headers }: Passing, key: string): Partial<Passing> {
  return { headers: { ...headers, 'idempotency-key': key } };
}

/** Changes the handling of an enquiry whose key and body were received before. */
function repeating(repeat: (request: Passing, forward: Forward) => Promise<Reply>): () => Fault {
  return () => {
    const bodies = new Map<string, string>();
    return async (request, forward) => {
      const key = keyOf(request);
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
function fileKnowing(
  change: (uploads: ReadonlyMap<string, 'issued' | 'cut' | 'arrived'>, variables: Json) => readonly string[],
): () => Fault {
  return () => {
    const uploads = new Map<string, 'issued' | 'cut' | 'arrived'>();
    const paths = new Map<string, string>();
    return async (request, forward) => {
      if (isSend(request))
        return forwardWith(forward, request, { upload: change(uploads, bodyOf(request).variables) });
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

const faultsOf: Readonly<
  Record<Exclude<RequirementCode, 'limit' | 'retry-after'>, Record<string, () => Fault>>
> = {
  json: {
    'answers GraphQL as plain text': answering(isGraphql, ({ headers }) => ({
      headers: { ...headers, 'content-type': 'text/plain' },
    })),
  },
  titles: {
    'gives events in place of their titles': rewriting(
      ({ body }) => body.includes('getFutureEventTitles"'),
      ({ data }) => ({
        data: { getFutureEventTitles: data.getFutureEventTitles.map((title: string) => ({ title })) },
      }),
    ),
  },
  send: {
    'says success with status 500 to a valuation': answering(
      (request) => isSendOf(request, 8),
      () => ({ status: 500 }),
    ),
    'says success as a text to careers': answering(
      (request) => isSendOf(request, 5),
      ({ body }) => ({ body: body.replace('true', '"true"') }),
    ),
  },
  nullable: {
    'wants every argument to be declared': denying(
      (request) => isSend(request) && !bodyOf(request).query.includes('$boat_make'),
      400,
      '{"errors":[{"message":"boat_make?"}]}',
    ),
  },
  'unknown-argument': {
    'passes over arguments that it does not know': () => (request, forward) => {
      if (!isSend(request)) return forward();
      const body = bodyOf(request);
      const { slipway_conform_unknown: _unknown, ...variables } = body.variables;
      const query = body.query.replaceAll(/^.*slipway_conform_unknown.*\n/gm, '');
      return forward({ body: Buffer.from(JSON.stringify({ ...body, variables, query })) });
    },
    'answers an unknown argument with 200': answering(
      ({ body }) => body.includes('slipway_conform_unknown'),
      () => ({ status: 200 }),
    ),
  },
  get: {
    'answers queries by GET': answering(
      ({ method, path }) => method === 'GET' && path.startsWith('/graphql'),
      () => ({ status: 200, body: '{"data":{"getFutureEventTitles":[]}}' }),
    ),
  },
  malformed: {
    'breaks down over what is no JSON': answering(
      (request) => isGraphql(request) && bodyOf(request) === undefined,
      () => ({ status: 500, body: 'oh' }),
    ),
  },
  required: {
    'takes enquiries without a name': overlooking(({ name }) => ({ name: name ?? 'Nobody' })),
  },
  value: {
    'takes whatever is called a mail address': overlooking(({ email }) => ({
      email: email?.includes('@') ? email : 'nobody@example.com',
    })),
  },
  'unknown-domain': {
    'takes enquiries of any domain': overlooking(() => ({ domain: 'www.trevarrow.example' })),
  },
  'unknown-type': {
    'takes any enquiry type for a general one': overlooking(({ enquiry_type }) => ({
      enquiry_type: enquiry_type > 9 ? 3 : enquiry_type,
    })),
  },
  'unknown-office': {
    'takes any office for the first one': overlooking(({ office_location }) => ({
      office_location: office_location === '987654321' ? '1' : office_location,
    })),
  },
  'refusal-shape': {
    'says why in a message alone': rewriting(isRefusal, () => ({ errors: [{ message: 'Name is missing' }] })),
    'names fields without a message': refusing(({ fields, ...rest }) => ({
      ...rest,
      fields: fields.map(({ field, code }: Json) => ({ field, code })),
    })),
  },
  'refusal-code': {
    'has a code of its own for mistakes': refusing((rest) => ({ ...rest, code: 'VALIDATION' })),
  },
  'refusal-status': { 'answers mistakes with 422': answering(isRefusal, () => ({ status: 422 })) },
  'refusal-field': {
    'calls every field "form"': refusing(({ fields, ...rest }) => ({
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
    'takes a repeat for another enquiry': repeating((request, forward) =>
      forward(withKey(request, randomUUID())),
    ),
    'refuses a repeat': repeating(async () => json(200, '{"errors":[{"message":"known"}]}')),
  },
  'under-way': {
    'looks for repeats before it has stored the first': () => {
      const underWay = new Set<string>();
      return async (request, forward) => {
        const key = keyOf(request) ?? '';
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
        const key = keyOf(request);
        if (key === undefined) return forward();
        const body = first.get(key) ?? request.body;
        first.set(key, body);
        return forward({ body });
      };
    },
    'refuses another body under a key without saying why': answering(
      (_request, { body }) => body.includes('IDEMPOTENCY_KEY_REUSED'),
      ({ body }) => ({ body: body.replace('IDEMPOTENCY_KEY_REUSED', 'CONFLICT') }),
    ),
  },
  'no-key': {
    'takes the same words twice for a repeat': () => (request, forward) =>
      isSend(request) && keyOf(request) === undefined
        ? forward(withKey(request, createHash('sha256').update(request.body).digest('hex')))
        : forward(),
  },
  target: {
    'answers a call for a target with 201': answering(isTarget, () => ({ status: 201 })),
    'gives no method with a target': rewriting(isTarget, ({ path, url }) => ({ path, url })),
  },
  'target-types': {
    'has no target for image/jpg': denying(
      (request) => isCall(request) && bodyOf(request).contentType === 'image/jpg',
      415,
      '{"error":"wrong-type","message":"No."}',
    ),
  },
  'target-refused': {
    'has a target for every type': () => (request, forward) =>
      isCall(request) && bodyOf(request).contentType === 'text/html'
        ? forward({ body: Buffer.from('{"filename":"a.png","contentType":"image/png"}') })
        : forward(),
  },
  'upload-refusal-shape': {
    'refuses a target with a word': answering(
      (request, { status }) => isCall(request) && status >= 400,
      () => ({ body: 'no' }),
    ),
  },
  stored: { 'answers a stored file with 204': answering(isStored, () => ({ status: 204 })) },
  'target-once': {
    'lets a second file replace the first': () => {
      const known = new Set<string>();
      return async (request, forward) => {
        if (!isFile(request) || request.isCut) return forward();
        if (known.has(request.path)) return stored();
        known.add(request.path);
        return forward();
      };
    },
  },
  'target-type': {
    'stores whatever type comes': () => async (request, forward) =>
      isFile(request) && request.headers['content-type'] === 'text/html' ? stored() : forward(),
  },
  'too-large': {
    'stores files of any size': () => (request, forward) =>
      forward(
        isFile(request) && request.body.length > 20 * 2 ** 20 ? { body: getSampleFile('image/png') } : {},
      ),
  },
  'not-issued': {
    'passes over paths that nobody issued': overlooking(({ upload }) => ({
      upload: upload.filter((path: string) => !path.includes('not-issued')),
    })),
  },
  'not-arrived': {
    'counts a path as stored once it is issued': fileKnowing((uploads, { upload }) =>
      upload.filter((path: string) => uploads.get(path) !== 'issued'),
    ),
  },
  interrupted: {
    'keeps what has come of a file that broke off': () => (request, forward) =>
      forward(request.isCut ? { body: getSampleFile('image/png') } : {}),
  },
  'takes-none': {
    'passes over files with a type that takes none': overlooking(({ enquiry_type, upload }) => ({
      upload: enquiry_type === 3 ? [] : upload,
    })),
  },
  'too-many': {
    'keeps the first of too many files': overlooking(({ upload }) => ({ upload: upload.slice(0, 1) })),
  },
  'photo-used': {
    'does not know the files that it has stored': fileKnowing((uploads, { enquiry_type, upload }) =>
      upload.map((path: string) => (enquiry_type !== 3 && uploads.get(path) === 'arrived' ? 'lost' : path)),
    ),
  },
  preflight: {
    'does not let pages send a key from elsewhere': answering(
      ({ method, path }) => method === 'OPTIONS' && path === '/graphql',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-headers': 'content-type' } }),
    ),
  },
  'allow-origin': {
    'allows origins in preflights alone': answering(
      isGraphql,
      ({ headers: { 'access-control-allow-origin': _origin, ...headers } }) => ({ headers }),
    ),
  },
  'foreign-origin': {
    'allows every origin in preflights': answering(
      ({ method }) => method === 'OPTIONS',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-origin': '*' } }),
    ),
  },
  'upload-preflight': {
    'does not let pages put files from elsewhere': answering(
      ({ method, path }) => method === 'OPTIONS' && !/^\/(?:graphql|api\/contact-upload)/.test(path),
      () => ({ status: 404 }),
    ),
  },
};

/** At least one fault for each requirement, in their order. */
export const faults: readonly SeededFault[] = Object.entries(faultsOf).flatMap(([breaks, made]) =>
  Object.entries(made).map(([does, make]) => ({ does, breaks: breaks as RequirementCode, make })),
);

/**
 * Refuses with 429 after a number of enquiries, without `Retry-After`. For tests that send until they are
 * limited.
 */
export function limitingWithoutTime(most: number): Fault {
  let sent = 0;
  return async (request, forward) => {
    if (isSend(request)) sent += 1;
    return sent > most ? json(429, '{"errors":[]}') : forward();
  };
}
