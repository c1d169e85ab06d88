import { type ASTNode, GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { formatText, type Problem } from '#engine';
import type { EnquiryRequest } from '../judge/judge-submission.ts';
import { wordProblem } from '../judge/word-problem.ts';
import type { Log } from '../log/log.ts';
import {
  type EnquiryRefusal,
  graphqlCode,
  refusalMessage,
  statusOf,
  type WordedProblem,
} from '../refusal.ts';
import { operationOf } from './request-limits.ts';

/** What the operations know of the request that calls them. */
export interface RequestContext extends Omit<EnquiryRequest, 'domain' | 'submissionUrl' | 'values' | 'body'> {
  /** What the answer says besides its data; written by `sendContactUs`. */
  readonly answer: { reference?: string };
}

/**
 * Gives every error of an answer its shape (docs/contract.md, "Refusals"), `extensions: {code, fields: [{field, code, message}]}`, in the
 * language of the request, and refuses variables that the operation does not declare. What went wrong inside is logged and
 * not told. Each refusal is one line of the log.
 */
export function shapedAnswers(log: Log): Plugin<RequestContext, RequestContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const operation = operationOf(args.document, args.operationName);
      const declared = new Set(operation?.variableDefinitions?.map(({ variable }) => variable.name.value));
      const unknown = Object.keys(args.variableValues ?? {}).filter((name) => !declared.has(name));
      if (unknown.length === 0) return;
      const problems = unknown
        .slice(0, maxErrors)
        .map((name): Problem => ({ field: shortened(name, maxNameLength), code: 'unknown-field' }));
      setResultAndStopExecution({ errors: [badRequest(problems, args.contextValue)] });
    },
    onExecutionResult({ result, setResult, context }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      const { reference } = context.answer;
      if (!result.errors) {
        if (reference !== undefined)
          setResult({ ...result, extensions: { ...result.extensions, reference } });
        return;
      }
      const errors = result.errors.slice(0, maxErrors).map((error) => shaped(error, context, log));
      log.info('request-refused', {
        code: String(errors[0]?.extensions.code),
        fields: errors.flatMap(fieldNames).slice(0, maxErrors),
      });
      setResult({ ...result, errors });
    },
  };
}

/** As many errors, and as many unknown variables, as anybody would read, and no more of what was sent than tells it. */
const maxErrors = 10;
const maxNameLength = 60;
const maxMessageLength = 200;

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}

/** A refusal as a GraphQL error; its status is 200 where the request itself was in order. */
export function errorOf(refusal: EnquiryRefusal, { ready, locale }: RequestContext): GraphQLError {
  const { code } = refusal;
  const fields = code === 'bad-user-input' ? refusal.problems.map(fieldOf) : [];
  const isInOrder = inOrder.includes(code);
  const headers = code === 'too-many-requests' ? { 'Retry-After': String(refusal.retryAfterS) } : undefined;
  return new GraphQLError(refusalMessage(ready.form, locale, refusal), {
    extensions: {
      code: graphqlCode(code),
      fields,
      ...(code === 'proof-required' && { challenge: refusal.challenge }),
      http: { status: isInOrder ? 200 : statusOf(refusal), ...(headers && { headers }) },
    },
  });
}

/** Refusals of requests with which nothing is wrong as such. */
const inOrder: readonly EnquiryRefusal['code'][] = [
  'bad-user-input',
  'idempotency-key-reused',
  'proof-required',
];

/** Codes of errors that GraphQL itself finds. */
const ownCodes = ['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'];

function shaped(error: GraphQLError, context: RequestContext, log: Log): GraphQLError {
  const { originalError, nodes, path, extensions } = error;
  if (Array.isArray(extensions.fields)) return error;
  const own = ownCodes.find((code) => code === extensions.code);
  const problem = problemOf(nodes?.[0], error.message);
  if (problem !== undefined) return badRequest([problem], context, error);
  if (own !== undefined || (originalError === undefined && path === undefined)) {
    const http = own === undefined ? { status: 400 } : extensions.http;
    return new GraphQLError(shortened(error.message, maxMessageLength), {
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

/** What GraphQL says of a variable or an argument, as a problem of the field that it stands for. */
function problemOf(node: ASTNode | undefined, message: string): Problem | undefined {
  if (node?.kind === Kind.VARIABLE_DEFINITION) {
    const isMissing = /was not provided|must not be null/.test(message);
    return {
      field: shortened(node.variable.name.value, maxNameLength),
      code: isMissing ? 'required' : 'wrong-type',
    };
  }
  if (node?.kind === Kind.ARGUMENT)
    return { field: shortened(node.name.value, maxNameLength), code: 'unknown-field' };
  const missing = /argument "(\w+)" of (?:required )?type/.exec(message)?.[1];
  return missing === undefined ? undefined : { field: missing, code: 'required' };
}

/** Values that do not fit the schema; a developer's mistake is told in GraphQL's own words. */
function badRequest(
  problems: readonly Problem[],
  { ready: { form }, locale }: RequestContext,
  error?: GraphQLError,
): GraphQLError {
  const code = ownCodes.find((own) => own === error?.extensions.code) ?? 'BAD_USER_INPUT';
  const isDevelopersMistake = code === 'GRAPHQL_VALIDATION_FAILED' && error !== undefined;
  const message = isDevelopersMistake
    ? shortened(error.message, maxMessageLength)
    : formatText(form, locale, 'server.bad-request');
  const fields = problems.map((problem) => fieldOf(wordProblem(problem, { form, locale })));
  return new GraphQLError(message, {
    nodes: error?.nodes?.slice(0, 1),
    extensions: { code, fields, http: { status: 400 } },
  });
}

/** A problem as the answer tells it (docs/contract.md, "Refusals"). */
function fieldOf({ problem: { field, code }, message }: WordedProblem) {
  return { field, code, message };
}

function fieldNames({ extensions }: GraphQLError): readonly string[] {
  return Array.isArray(extensions.fields) ? extensions.fields.map(({ field }) => String(field)) : [];
}
