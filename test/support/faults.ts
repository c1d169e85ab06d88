import { createHash, randomUUID } from 'node:crypto';
import { file } from '../../src/cli/conform/files.ts';
import type { RequirementCode } from '../../src/cli/conform/requirements.ts';
import type { Fault, Passing, Reply } from './faulty-proxy.ts';

/** A back end that does one thing wrong. */
export interface SeededFault {
  /** What the back end does wrong, in the words of who wrote it. */
  readonly does: string;
  /** The one requirement that does not hold. */
  readonly breaks: RequirementCode;
  /** Made anew for each back end: some remember. */
  readonly make: () => Fault;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass here.
type Json = any;

const isGraphql = ({ path, method }: Passing) => method === 'POST' && path.startsWith('/graphql');
const isCall = ({ path, method }: Passing) => method === 'POST' && path.startsWith('/api/contact-upload');
const isFile = ({ method }: Passing) => method === 'PUT';
const isSend = (request: Passing) => isGraphql(request) && bodyOf(request)?.operationName === 'sendContactUs';

function bodyOf({ body }: Pick<Passing, 'body'>): Json {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const fault =
  (does: string, breaks: RequirementCode) =>
  (make: () => Fault): SeededFault => ({ does, breaks, make });

/** Changes the answers that are chosen. */
const answering =
  (chosen: (request: Passing, reply: Reply) => boolean, change: (reply: Reply) => Partial<Reply>) =>
  (): Fault =>
  async (request, forward) => {
    const reply = await forward();
    return chosen(request, reply) ? { ...reply, ...change(reply) } : reply;
  };

/** Changes what an enquiry holds before it is looked at: what is wrong with it is not seen. */
const overlooking = (change: (variables: Json) => Json) => (): Fault => async (request, forward) => {
  if (!isSend(request)) return forward();
  const body = bodyOf(request);
  const variables = { ...body.variables, ...change(body.variables) };
  return forward({ body: Buffer.from(JSON.stringify({ ...body, variables })) });
};

const refusing = (request: Passing, { status, body }: Reply) =>
  isSend(request) && status === 200 && body.includes('BAD_USER_INPUT');

const rewritten = ({ body }: Reply, change: (value: Json) => Json): Partial<Reply> => ({
  body: JSON.stringify(change(JSON.parse(body))),
});

const eachError = (reply: Reply, change: (extensions: Json) => Json) =>
  rewritten(reply, (value) => ({
    ...value,
    errors: value.errors.map((error: Json) => ({ ...error, extensions: change(error.extensions) })),
  }));

const withKey = (request: Passing, key: string) => ({
  headers: { ...request.headers, 'idempotency-key': key },
});

const noAnswer = (status: number, body = ''): Reply => ({ status, headers: {}, body });

/** Replies to a file, and what is known of the targets that led here. */
const aboutFiles =
  (decide: (known: ReadonlySet<string>, variables: Json) => readonly string[]) => (): Fault => {
    const arrived = new Set<string>();
    const issued = new Map<string, string>();
    const arrivedPaths = () =>
      new Set([...issued].flatMap(([url, path]) => (arrived.has(url) ? [path] : [])));
    return async (request, forward) => {
      if (isSend(request)) {
        const body = bodyOf(request);
        const upload = decide(arrivedPaths(), body.variables);
        return forward({
          body: Buffer.from(JSON.stringify({ ...body, variables: { ...body.variables, upload } })),
        });
      }
      const reply = await forward();
      if (isCall(request) && reply.status === 200) {
        const { url, path } = JSON.parse(reply.body);
        issued.set(new URL(url).pathname, path);
      }
      if (isFile(request) && reply.status === 200) arrived.add(new URL(request.path, 'http://x').pathname);
      return reply;
    };
  };

/** At least one for each requirement, in their order. */
export const faults: readonly SeededFault[] = [
  fault(
    'answers GraphQL as plain text',
    'json',
  )(answering(isGraphql, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }))),
  fault(
    'gives events in place of their titles',
    'titles',
  )(
    answering(
      (_request, { body }) => body.includes('getFutureEventTitles"'),
      (reply) =>
        rewritten(reply, ({ data }) => ({
          data: { getFutureEventTitles: data.getFutureEventTitles.map((title: string) => ({ title })) },
        })),
    ),
  ),
  fault(
    'says success with status 500 to a valuation',
    'send',
  )(
    answering(
      (request) => isSend(request) && bodyOf(request).variables.enquiry_type === 8,
      () => ({ status: 500 }),
    ),
  ),
  fault(
    'says success as a text to careers',
    'send',
  )(
    answering(
      (request, { body }) =>
        isSend(request) && bodyOf(request).variables.enquiry_type === 5 && body.includes('true'),
      ({ body }) => ({ body: body.replace('true', '"true"') }),
    ),
  ),
  fault(
    'wants every argument to be declared',
    'nullable',
  )(() => async (request, forward) => {
    const isWhole = !isSend(request) || bodyOf(request).query.includes('$boat_make');
    return isWhole
      ? forward()
      : { ...noAnswer(400, '{"errors":[{"message":"boat_make?"}]}'), headers: jsonType };
  }),
  fault(
    'passes over arguments that it does not know',
    'unknown-argument',
  )(() => async (request, forward) => {
    const body = bodyOf(request);
    if (!isSend(request)) return forward();
    const { slipway_conform_unknown: _unknown, ...variables } = body.variables;
    const query = body.query.replaceAll(/^.*slipway_conform_unknown.*\n/gm, '');
    return forward({ body: Buffer.from(JSON.stringify({ ...body, variables, query })) });
  }),
  fault(
    'answers an unknown argument with 200',
    'unknown-argument',
  )(
    answering(
      (request) => request.body.includes('slipway_conform_unknown'),
      () => ({ status: 200 }),
    ),
  ),
  fault(
    'answers queries by GET',
    'get',
  )(
    answering(
      ({ method, path }) => method === 'GET' && path.startsWith('/graphql'),
      () => ({ status: 200, body: '{"data":{"getFutureEventTitles":[]}}' }),
    ),
  ),
  fault(
    'breaks down over what is no JSON',
    'malformed',
  )(
    answering(
      (request) => isGraphql(request) && bodyOf(request) === undefined,
      () => ({ status: 500, body: 'oh' }),
    ),
  ),
  fault(
    'takes enquiries without a name',
    'required',
  )(overlooking(({ name }) => ({ name: name ?? 'Nobody' }))),
  fault(
    'takes whatever is called a mail address',
    'value',
  )(overlooking(({ email }) => ({ email: email?.includes('@') ? email : 'nobody@example.com' }))),
  fault(
    'takes enquiries of any domain',
    'unknown-domain',
  )(overlooking(() => ({ domain: 'www.trevarrow.example' }))),
  fault(
    'takes any enquiry type for a general one',
    'unknown-type',
  )(overlooking(({ enquiry_type }) => ({ enquiry_type: enquiry_type > 9 ? 3 : enquiry_type }))),
  fault(
    'takes any office for the first one',
    'unknown-office',
  )(
    overlooking(({ office_location }) => ({
      office_location: office_location === '987654321' ? '1' : office_location,
    })),
  ),
  fault(
    'says why in a message alone',
    'refusal-shape',
  )(answering(refusing, (reply) => rewritten(reply, () => ({ errors: [{ message: 'Name is missing' }] })))),
  fault(
    'names fields without a message',
    'refusal-shape',
  )(
    answering(refusing, (reply) =>
      eachError(reply, ({ fields, ...rest }) => ({
        ...rest,
        fields: fields.map(({ field, code }: Json) => ({ field, code })),
      })),
    ),
  ),
  fault(
    'has a code of its own for mistakes',
    'refusal-code',
  )(
    answering(refusing, (reply) => eachError(reply, (extensions) => ({ ...extensions, code: 'VALIDATION' }))),
  ),
  fault('answers mistakes with 422', 'refusal-status')(answering(refusing, () => ({ status: 422 }))),
  fault(
    'calls every field "form"',
    'refusal-field',
  )(
    answering(refusing, (reply) =>
      eachError(reply, ({ fields, ...rest }) => ({
        ...rest,
        fields: fields.map((field: Json) => ({ ...field, field: 'form' })),
      })),
    ),
  ),
  fault(
    'speaks English alone',
    'refusal-language',
  )(() => (request, forward) => forward({ headers: { ...request.headers, 'accept-language': 'en' } })),
  fault(
    'takes a repeat for another enquiry',
    'repeat',
  )(() => {
    const known = new Map<string, string>();
    return async (request, forward) => {
      const { 'idempotency-key': key } = request.headers;
      const isRepeat = key !== undefined && known.get(key) === request.body.toString();
      const reply = await forward(isRepeat ? withKey(request, randomUUID()) : {});
      if (key !== undefined) known.set(key, known.get(key) ?? request.body.toString());
      return reply;
    };
  }),
  fault(
    'refuses a repeat',
    'repeat',
  )(() => {
    const known = new Map<string, string>();
    return async (request, forward) => {
      const { 'idempotency-key': key } = request.headers;
      if (key !== undefined && known.get(key) === request.body.toString())
        return { ...noAnswer(200, '{"errors":[{"message":"known"}]}'), headers: jsonType };
      const reply = await forward();
      if (key !== undefined) known.set(key, known.get(key) ?? request.body.toString());
      return reply;
    };
  }),
  fault(
    'looks for repeats before it has stored the first',
    'under-way',
  )(() => {
    const underWay = new Set<string>();
    return async (request, forward) => {
      const { 'idempotency-key': key = '' } = request.headers;
      if (underWay.has(key)) return forward(withKey(request, randomUUID()));
      underWay.add(key);
      const reply = await forward();
      underWay.delete(key);
      return reply;
    };
  }),
  fault(
    'answers a key like the first time, whatever the body',
    'key-reused',
  )(() => {
    const first = new Map<string, Buffer>();
    return async (request, forward) => {
      const { 'idempotency-key': key } = request.headers;
      if (key === undefined) return forward();
      first.set(key, first.get(key) ?? request.body);
      return forward({ body: first.get(key) ?? request.body });
    };
  }),
  fault(
    'refuses another body under a key without saying why',
    'key-reused',
  )(
    answering(
      (_request, { body }) => body.includes('IDEMPOTENCY_KEY_REUSED'),
      ({ body }) => ({ body: body.replace('IDEMPOTENCY_KEY_REUSED', 'CONFLICT') }),
    ),
  ),
  fault(
    'takes the same words twice for a repeat',
    'no-key',
  )(() => async (request, forward) => {
    if (!isSend(request) || request.headers['idempotency-key'] !== undefined) return forward();
    return forward(withKey(request, createHash('sha256').update(request.body).digest('hex')));
  }),
  fault(
    'answers a call for a target with 201',
    'target',
  )(
    answering(
      (request, { status }) => isCall(request) && status === 200,
      () => ({ status: 201 }),
    ),
  ),
  fault(
    'gives no method with a target',
    'target',
  )(
    answering(
      (request, { status }) => isCall(request) && status === 200,
      (reply) => rewritten(reply, ({ path, url }) => ({ path, url })),
    ),
  ),
  fault(
    'has no target for image/jpg',
    'target-types',
  )(() => async (request, forward) => {
    if (!isCall(request) || bodyOf(request).contentType !== 'image/jpg') return forward();
    return { ...noAnswer(415, '{"error":"wrong-type","message":"No."}'), headers: jsonType };
  }),
  fault(
    'has a target for every type',
    'target-refused',
  )(() => async (request, forward) => {
    if (!isCall(request) || bodyOf(request).contentType !== 'text/html') return forward();
    return forward({ body: Buffer.from('{"filename":"a.png","contentType":"image/png"}') });
  }),
  fault(
    'has no target for a call that tells more than it knows',
    'upload-size',
  )(() => async (request, forward) => {
    if (!isCall(request) || bodyOf(request).size === undefined) return forward();
    return { ...noAnswer(400, '{"error":"bad-request","message":"No."}'), headers: jsonType };
  }),
  fault(
    'refuses a target with a word',
    'upload-refusal-shape',
  )(
    answering(
      (request, { status }) => isCall(request) && status >= 400,
      () => ({ body: 'no' }),
    ),
  ),
  fault(
    'answers a stored file with 204',
    'stored',
  )(
    answering(
      (request, { status }) => isFile(request) && status === 200,
      () => ({ status: 204 }),
    ),
  ),
  fault(
    'lets a second file replace the first',
    'target-once',
  )(() => {
    const known = new Set<string>();
    return async (request, forward) => {
      if (!isFile(request) || request.isCut) return forward();
      if (known.has(request.path)) return noAnswer(200);
      known.add(request.path);
      return forward();
    };
  }),
  fault(
    'stores whatever type comes',
    'target-type',
  )(
    () => async (request, forward) =>
      isFile(request) && request.headers['content-type'] === 'text/html' ? noAnswer(200) : forward(),
  ),
  fault(
    'stores files of any size',
    'too-large',
  )(
    () => async (request, forward) =>
      forward(isFile(request) && request.body.length > 20 * 2 ** 20 ? { body: file('image/png') } : {}),
  ),
  fault(
    'passes over paths that nobody issued',
    'not-issued',
  )(overlooking(({ upload }) => ({ upload: upload.filter((path: string) => !path.includes('not-issued')) }))),
  fault(
    'counts a path as stored once it is issued',
    'not-arrived',
  )(() => {
    const broken = new Set<string>();
    const issued: string[] = [];
    const arrived = new Set<string>();
    const byAddress = new Map<string, string>();
    return async (request, forward) => {
      if (isSend(request)) {
        const body = bodyOf(request);
        const isMissing = (path: string) => issued.includes(path) && !arrived.has(path) && !broken.has(path);
        const upload = body.variables.upload.filter((path: string) => !isMissing(path));
        return forward({
          body: Buffer.from(JSON.stringify({ ...body, variables: { ...body.variables, upload } })),
        });
      }
      const reply = await forward();
      const path = byAddress.get(request.path) ?? '';
      if (isFile(request)) (request.isCut ? broken : arrived).add(path);
      if (isCall(request) && reply.status === 200) {
        const target = JSON.parse(reply.body);
        issued.push(target.path);
        const { pathname, search } = new URL(target.url);
        byAddress.set(pathname + search, target.path);
      }
      return reply;
    };
  }),
  fault(
    'keeps what has come of a file that broke off',
    'interrupted',
  )(() => async (request, forward) => forward(request.isCut ? { body: file('image/png') } : {})),
  fault(
    'passes over files with a type that takes none',
    'takes-none',
  )(overlooking(({ enquiry_type, upload }) => ({ upload: enquiry_type === 3 ? [] : upload }))),
  fault(
    'keeps the first of too many files',
    'too-many',
  )(overlooking(({ upload }) => ({ upload: upload.slice(0, 1) }))),
  fault(
    'does not know the files that it has stored',
    'photo-used',
  )(
    aboutFiles((arrived, { enquiry_type, upload }) =>
      upload.map((path: string) => (enquiry_type !== 3 && arrived.has(path) ? 'lost' : path)),
    ),
  ),
  fault(
    'does not let pages send a key from elsewhere',
    'preflight',
  )(
    answering(
      ({ method, path }) => method === 'OPTIONS' && path === '/graphql',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-headers': 'content-type' } }),
    ),
  ),
  fault(
    'allows origins in preflights alone',
    'allow-origin',
  )(
    answering(isGraphql, ({ headers: { 'access-control-allow-origin': _origin, ...headers } }) => ({
      headers,
    })),
  ),
  fault(
    'allows every origin in preflights',
    'foreign-origin',
  )(
    answering(
      ({ method }) => method === 'OPTIONS',
      ({ headers }) => ({ headers: { ...headers, 'access-control-allow-origin': '*' } }),
    ),
  ),
  fault(
    'does not let pages put files from elsewhere',
    'upload-preflight',
  )(
    answering(
      ({ method, path }) =>
        method === 'OPTIONS' && !path.startsWith('/graphql') && !path.startsWith('/api/contact-upload'),
      () => ({ status: 404 }),
    ),
  ),
];

const jsonType = { 'content-type': 'application/json' };

/** For whoever asks until that is too much: refuses with 429 after so many enquiries, without saying until when. */
export function limitingWithoutTime(most: number): Fault {
  let sent = 0;
  return async (request, forward) => {
    if (isSend(request)) sent += 1;
    return sent > most ? { ...noAnswer(429, '{"errors":[]}'), headers: jsonType } : forward();
  };
}
