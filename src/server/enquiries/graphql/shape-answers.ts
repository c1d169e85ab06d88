import { type ASTNode, type DocumentNode, type ExecutionResult, GraphQLError, Kind } from 'graphql';
import { formatText, type Problem } from '#engine';
import type { Log } from '../../platform/log/log.ts';
import {
  type EnquiryRefusal,
  findLoggedFields,
  formatRefusal,
  getRefusalStatus,
  type ProblemWithMessage,
  toGraphqlCode,
} from '../../platform/refusal.ts';
import { addProblemMessage } from '../judge/add-problem-message.ts';
import type { EnquiryRequest } from '../judge/judge-submission.ts';
import type { GraphqlCall } from './graphql-call.ts';
import { findOperation } from './request-limits.ts';

/** The parts of a submission that are not in the GraphQL document, and the place for its reference. */
export interface RequestContext extends Omit<EnquiryRequest, 'domain' | 'submissionUrl' | 'values' | 'body'> {
  /** The extensions of the answer; the mutation writes the reference of the accepted enquiry. */
  readonly answer: { reference?: string };
}

/** An HTTP answer. `headers` are those beside the content type; `text` is JSON. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Returns an error with a problem for each variable that the operation does not declare, at most ten;
 * undefined if all are declared.
 */
export function refuseUndeclaredVariables(
  document: DocumentNode,
  { variables, operationName }: GraphqlCall,
  context: RequestContext,
): GraphQLError | undefined {
  const operation = findOperation(document, operationName);
  const declared = new Set(operation?.variableDefinitions?.map(({ variable }) => variable.name.value));
  const unknown = Object.keys(variables ?? {}).filter((name) => !declared.has(name));
  if (unknown.length === 0) return undefined;
  const problems = unknown
    .slice(0, maxErrors)
    .map((name): Problem => ({ field: shorten(name, maxNameLength), code: 'unknown-field' }));
  return createBadRequestError(problems, context);
}

/**
 * Returns the answer for a result. Every error gets the same shape (docs/contract.md, "Refusals"),
 * `extensions: {code, fields: [{field, code, message}]}`, in the language of the request; at most ten are
 * included. The status is the highest of the errors. An answer with errors is one line of the log.
 */
export function createAnswer(
  { data, errors: found }: ExecutionResult,
  {
    context,
    log,
    isPlainJson,
  }: { readonly context: RequestContext; readonly log: Log; readonly isPlainJson: boolean },
): GraphqlAnswer {
  const { reference } = context.answer;
  if (!found) {
    const extensions = reference !== undefined && { extensions: { reference } };
    return { status: 200, headers: {}, text: JSON.stringify({ data, ...extensions }) };
  }
  const errors = found.slice(0, maxErrors).map((error) => toAnswerError(error, context, log));
  log.info('request-refused', {
    code: String(errors[0]?.extensions.code),
    fields: findLoggedFields(errors.flatMap(getErrorFields)).slice(0, maxErrors),
  });
  const httpErrors = errors.flatMap(({ extensions }) => (extensions.http as HttpError | undefined) ?? []);
  return {
    status: Math.max(
      200,
      ...httpErrors.map(({ status, plainStatus = status }) => (isPlainJson ? plainStatus : status)),
    ),
    headers: Object.assign({}, ...httpErrors.map(({ headers }) => headers)),
    text: JSON.stringify({ errors: errors.map(toErrorJson), data }),
  };
}

/** The HTTP status and headers of an error, in its extension `http`; only this server reads it. */
interface HttpError {
  readonly status: number;
  /** The status for clients that accept `application/json` alone. */
  readonly plainStatus?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns an error as JSON for the answer, without the extension `http`, which is for this server only. */
function toErrorJson(error: GraphQLError) {
  const { http: _http, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

/** Limits of the errors in an answer, and of the texts that they quote from the request. */
const maxErrors = 10;
const maxNameLength = 60;
const maxMessageLength = 200;

/** Returns the text, or its beginning with `…` if it is longer than `length`. */
function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}

/**
 * Returns the GraphQL error for a refusal, with its message, problems and headers. Its HTTP status is 200 for
 * `validRequestCodes`, where the request is correct and only the enquiry is refused.
 */
export function toGraphqlError(refusal: EnquiryRefusal, { ready, locale }: RequestContext): GraphQLError {
  const { code } = refusal;
  const fields = code === 'bad-user-input' ? refusal.problems.map(toFieldError) : [];
  const isValidRequest = validRequestCodes.includes(code);
  const headers = code === 'too-many-requests' ? { 'Retry-After': String(refusal.retryAfterS) } : undefined;
  return new GraphQLError(formatRefusal(ready.form, locale, refusal), {
    extensions: {
      code: toGraphqlCode(code),
      fields,
      ...(code === 'proof-required' && { challenge: refusal.challenge }),
      http: { status: isValidRequest ? 200 : getRefusalStatus(refusal), ...(headers && { headers }) },
    },
  });
}

const validRequestCodes: readonly EnquiryRefusal['code'][] = [
  'bad-user-input',
  'idempotency-key-reused',
  'proof-required',
];

/** Codes of errors that GraphQL itself finds. */
const ownCodes = ['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'];

/**
 * Returns an error in the shape of the answer; one that has `fields` is returned unchanged. An error that was
 * thrown by an operation is logged, and replaced by a general message with the status 500.
 */
function toAnswerError(error: GraphQLError, context: RequestContext, log: Log): GraphQLError {
  const { originalError, nodes, path, extensions } = error;
  if (Array.isArray(extensions.fields)) return error;
  const own = ownCodes.find((code) => code === extensions.code);
  const problem = toProblem(nodes?.[0], error.message);
  if (problem !== undefined) return createBadRequestError([problem], context, error);
  if (own !== undefined || (originalError === undefined && path === undefined)) {
    const http = own === undefined ? { status: 400 } : extensions.http;
    return new GraphQLError(shorten(error.message, maxMessageLength), {
      nodes: nodes?.slice(0, 1),
      extensions: { code: own ?? 'BAD_REQUEST', fields: [], ...(http !== undefined && { http }) },
    });
  }
  log.error('request-failed', originalError ?? error);
  const message = formatText(context.ready.form, context.locale, 'server.unavailable');
  return new GraphQLError(message, {
    path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', fields: [], http: { status: 500 } },
  });
}

/**
 * Returns the problem of a field for GraphQL's error about a variable or an argument: it is missing, unknown
 * or has the wrong type. Undefined for other errors.
 */
function toProblem(node: ASTNode | undefined, message: string): Problem | undefined {
  if (node?.kind === Kind.VARIABLE_DEFINITION) {
    const isMissing = /was not provided|must not be null/.test(message);
    return {
      field: shorten(node.variable.name.value, maxNameLength),
      code: isMissing ? 'required' : 'wrong-type',
    };
  }
  if (node?.kind === Kind.ARGUMENT)
    return { field: shorten(node.name.value, maxNameLength), code: 'unknown-field' };
  const missing = /argument "(\w+)" of (?:required )?type/.exec(message)?.[1];
  return missing === undefined ? undefined : { field: missing, code: 'required' };
}

/**
 * Returns an error with problems and the status 400. If `error` is a developer's mistake (its code is
 * `GRAPHQL_VALIDATION_FAILED`), its message is used, shortened; otherwise a general one.
 */
function createBadRequestError(
  problems: readonly Problem[],
  { ready: { form }, locale }: RequestContext,
  error?: GraphQLError,
): GraphQLError {
  const code = ownCodes.find((own) => own === error?.extensions.code) ?? 'BAD_USER_INPUT';
  const isDevelopersMistake = code === 'GRAPHQL_VALIDATION_FAILED' && error !== undefined;
  const message = isDevelopersMistake
    ? shorten(error.message, maxMessageLength)
    : formatText(form, locale, 'server.bad-request');
  const fields = problems.map((problem) => toFieldError(addProblemMessage(problem, { form, locale })));
  return new GraphQLError(message, {
    nodes: error?.nodes?.slice(0, 1),
    extensions: { code, fields, http: { status: 400 } },
  });
}

/** Returns field, code and message of a problem, without its values. */
function toFieldError({ problem: { field, code }, message }: ProblemWithMessage) {
  return { field, code, message };
}

/** Returns the fields of the problems in an error, without code and message; empty if it has none. */
function getErrorFields({ extensions }: GraphQLError): readonly { readonly field: string }[] {
  return Array.isArray(extensions.fields)
    ? extensions.fields.map(({ field }) => ({ field: String(field) }))
    : [];
}
