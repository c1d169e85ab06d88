import { type ASTNode, GraphQLError, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { formatText } from '#engine';
import { plainMessage } from '../judge/messages.ts';
import {
  type RefusalCode,
  RefusedEnquiry,
  refusalCodes,
  type ToldProblem,
} from '../judge/refused-enquiry.ts';
import type { Log } from '../log/log.ts';
import { operationOf } from './limits.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Gives every error of an answer the shape of the contract, `extensions: {code, fields: [{field, code, message}]}`, in the
 * language of the request, and refuses variables that the operation does not declare. What went wrong inside is logged and
 * not told. Each refusal is one line of the log.
 */
export function shapedErrors(log: Log): Plugin<RequestContext, RequestContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const operation = operationOf(args.document, args.operationName);
      const declared = new Set(operation?.variableDefinitions?.map(({ variable }) => variable.name.value));
      const unknown = Object.keys(args.variableValues ?? {}).filter((name) => !declared.has(name));
      if (unknown.length === 0) return;
      const fields = unknown.slice(0, maxTold).map((field) => ({ field, code: 'unknown-field' as const }));
      setResultAndStopExecution({ errors: [refusal('BAD_USER_INPUT', fields, args.contextValue, 400)] });
    },
    onExecutionResult({ result, setResult, context }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      const { reference } = context.answer;
      if (!result.errors) {
        if (reference !== undefined)
          setResult({ ...result, extensions: { ...result.extensions, reference } });
        return;
      }
      const errors = result.errors.slice(0, maxTold).map((error) => shaped(error, context, log));
      log.info('request-refused', {
        code: String(errors[0]?.extensions.code),
        fields: errors.flatMap(fieldNames).slice(0, maxTold),
      });
      setResult({ ...result, errors });
    },
  };
}

/** As many errors, and as many unknown variables, as anybody would read. */
const maxTold = 30;

function shaped(error: GraphQLError, context: RequestContext, log: Log): GraphQLError {
  const { originalError } = error;
  if (Array.isArray(error.extensions.fields)) return error;
  if (originalError instanceof RefusedEnquiry) return fromRefusal(originalError, error);
  const known = refusalCodes.find((code) => code === error.extensions.code);
  const field = fieldOf(error.nodes?.[0], error.message);
  if (field !== undefined) return refusal(known ?? 'BAD_USER_INPUT', [field], context, 400, error);
  if (known !== undefined) {
    const { http } = error.extensions;
    return new GraphQLError(error.message, {
      nodes: error.nodes,
      extensions: { ...extended(known, []), ...(http !== undefined && { http }) },
    });
  }
  if (originalError === undefined && error.path === undefined)
    return new GraphQLError(error.message, {
      nodes: error.nodes,
      extensions: extended('BAD_REQUEST', [], 400),
    });
  log.error('request-failed', originalError ?? error);
  return new GraphQLError(formatText(context.ready.form, context.locale, 'server.unavailable'), {
    path: error.path,
    extensions: extended('INTERNAL_SERVER_ERROR', [], 500),
  });
}

function fromRefusal(
  { code, message, fields, status, retryAfterS }: RefusedEnquiry,
  { path, nodes }: GraphQLError,
) {
  const headers = retryAfterS === undefined ? {} : { headers: { 'Retry-After': String(retryAfterS) } };
  return new GraphQLError(message, {
    path,
    nodes,
    extensions: { code, fields, http: { status, ...headers } },
  });
}

type Untold = Omit<ToldProblem, 'message'>;

/** What GraphQL says of a variable or an argument, as a problem of the field that it stands for. */
function fieldOf(node: ASTNode | undefined, message: string): Untold | undefined {
  if (node?.kind === Kind.VARIABLE_DEFINITION) {
    const isMissing = /was not provided|must not be null/.test(message);
    return { field: node.variable.name.value, code: isMissing ? 'required' : 'wrong-type' };
  }
  if (node?.kind === Kind.ARGUMENT) return { field: node.name.value, code: 'unknown-field' };
  const missing = /argument "(\w+)" of (?:required )?type/.exec(message)?.[1];
  return missing === undefined ? undefined : { field: missing, code: 'required' };
}

function refusal(
  code: RefusalCode,
  fields: readonly Untold[],
  { ready, locale }: RequestContext,
  status: number,
  error?: GraphQLError,
): GraphQLError {
  const told = fields.map((problem) => ({ ...problem, message: plainMessage(ready.form, locale, problem) }));
  const isDevelopersMistake = code === 'GRAPHQL_VALIDATION_FAILED' && error !== undefined;
  const message = isDevelopersMistake ? error.message : formatText(ready.form, locale, 'server.bad-request');
  return new GraphQLError(message, { nodes: error?.nodes, extensions: extended(code, told, status) });
}

function extended(code: RefusalCode, fields: readonly ToldProblem[], status?: number) {
  return { code, fields, ...(status !== undefined && { http: { status } }) };
}

function fieldNames({ extensions }: GraphQLError): readonly string[] {
  return Array.isArray(extensions.fields) ? extensions.fields.map(({ field }) => String(field)) : [];
}
