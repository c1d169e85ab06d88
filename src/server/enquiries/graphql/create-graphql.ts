import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  validate,
} from 'graphql';
import { type Form, fromVariables, getSubmitName, type Problem } from '#engine';
import { sdlOf } from '#engine/exchange/sdl.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { uploadField } from '#engine/model/names.ts';
import { type Content, findSiteByDomain } from '../../forms/content/content.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { Log } from '../../platform/log/log.ts';
import { siteQueries } from '../../preset/content.ts';
import type { AcceptEnquiry } from '../judge/accept-enquiry.ts';
import { addProblemMessage } from '../judge/add-problem-message.ts';
import { shortenPageUrl } from '../judge/shorten-page-url.ts';
import type { GraphqlCall } from './graphql-call.ts';
import { findOperation, parseWithinLimits, withErrorCode } from './request-limits.ts';
import {
  createAnswer,
  type GraphqlAnswer,
  type RequestContext,
  refuseUndeclaredVariables,
  toGraphqlError,
} from './shape-answers.ts';

/**
 * Executes a call in the context of its request and returns the answer. Errors are in the answer; it does not
 * reject for them.
 * @param isPlainJson True (the default) if the client accepts `application/json` alone: some errors then have
 * the status 200.
 */
export type GraphqlServer = (
  call: GraphqlCall,
  context: RequestContext,
  isPlainJson?: boolean,
) => Promise<GraphqlAnswer>;

/**
 * Creates a GraphQL server. Its schema is that of the form in the request's context: the form which the page
 * was rendered with, else the current one, so that pages of an older version still work. GraphQL.js executes
 * alone: HTTP, origins, limits and errors are ours, so that a server such as GraphQL Yoga would add little.
 */
export function createGraphql({
  isDev,
  log,
  ...operations
}: OperationDependencies & {
  readonly log: Log;
  /** If true, introspection is answered, for a developer's tools. */
  readonly isDev: boolean;
}): GraphqlServer {
  const queries = createQueryResolvers(operations);
  const getDocumentCache = memoizeByObject((form: Form) => createDocumentCache(form, isDev));

  /**
   * Parses, validates and executes a call. Returns errors without a result if the document is invalid or does
   * not declare a given variable.
   */
  async function executeCall(call: GraphqlCall, context: RequestContext): Promise<ExecutionResult> {
    const cache = getDocumentCache(context.ready.form);
    const prepared = cache.prepare(call.query);
    if ('errors' in prepared) return prepared;
    const { document } = prepared;
    const { variables: variableValues, operationName } = call;
    const undeclared = refuseUndeclaredVariables(document, call, context);
    if (undeclared) return { errors: [undeclared] };
    const isMutation = findOperation(document, operationName)?.operation === 'mutation';
    return execute({
      schema: cache.schema,
      document,
      rootValue: isMutation ? createMutationResolvers(context.ready.form, operations) : queries,
      contextValue: context,
      variableValues,
      operationName,
    });
  }

  return async (call, context, isPlainJson = true) =>
    createAnswer(await executeCall(call, context), { context, log, isPlainJson });
}

/** A valid document, or the errors of an invalid one. */
type PreparedDocument = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/**
 * Longer documents are not cached: they contain an enquiry's values as literals, so that no two are equal.
 */
const maxKnownLength = 20_000;
/** The most cached documents of a form. */
const maxKnown = 200;

/**
 * Returns the schema of a form, and `prepare`, which parses and validates a document. Documents and errors
 * are cached, at most `maxKnown` of them; the one that was added first is removed first.
 */
function createDocumentCache(form: Form, isIntrospectable: boolean) {
  const schema = createFormSchema(form);
  const known = new Map<string, PreparedDocument>();

  /**
   * Parses a document within the limits and validates it against the schema. Returns its errors, with code
   * and status, if it is invalid.
   */
  function parseAndValidate(query: string): PreparedDocument {
    const document = parseWithinLimits(query, { form, isIntrospectable });
    if ('errors' in document) return document;
    const errors = validate(schema, document);
    if (errors.length === 0) return { document };
    return { errors: errors.map((error) => withErrorCode(error, 'GRAPHQL_VALIDATION_FAILED')) };
  }

  return {
    schema,
    /** Returns the result of `parseAndValidate`, cached unless the document is long. */
    prepare(query: string): PreparedDocument {
      if (query.length > maxKnownLength) return parseAndValidate(query);
      const prepared = known.get(query) ?? parseAndValidate(query);
      if (!known.has(query) && known.size >= maxKnown) known.delete(known.keys().next().value ?? '');
      known.set(query, prepared);
      return prepared;
    },
  };
}

interface OperationDependencies {
  readonly acceptEnquiry: AcceptEnquiry;
  /** Returns the current content. */
  readonly content: () => Content;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The arguments of the mutation: beside these two, the values of fields. */
interface SendArguments {
  readonly domain: string;
  readonly submission_url: string;
  readonly [field: string]: unknown;
}

/**
 * Returns the GraphQL schema of a form: the mutation has an argument for each field of each enquiry type
 * (docs/contract.md, "GraphQL").
 */
function createFormSchema(form: Form): GraphQLSchema {
  const schema = buildSchema(sdlOf(form), { assumeValidSDL: true });
  const { parseValue, parseLiteral } = jsonScalar;
  Object.assign(schema.getType(jsonScalar.name) ?? {}, { parseValue, parseLiteral });
  acceptUploads(schema, form);
  return schema;
}

/**
 * Adds the argument for photos to the mutation of a form without photos, where it has no effect: pages of earlier
 * releases send it for every form, and programs for one that had photos.
 */
function acceptUploads(schema: GraphQLSchema, form: Form): void {
  const field = schema.getMutationType()?.getFields()[getSubmitName(form)];
  if (field === undefined || field.args.some(({ name }) => name === uploadField)) return;
  const type = new GraphQLList(new GraphQLNonNull(GraphQLString));
  const argument = { name: uploadField, type, extensions: {} };
  Object.assign(field, { args: [...field.args, argument] });
}

/** Returns the root value of queries: those about a site. They throw `GraphQLError` for an unknown domain. */
function createQueryResolvers({ content, now }: OperationDependencies) {
  const queries = Object.entries(siteQueries).map(([name, answerQuery]) => [
    name,
    ({ domain }: { readonly domain: string }, context: RequestContext) => {
      const site = findSiteByDomain(content(), domain);
      if (site === undefined) throw createInputError({ field: 'domain', code: 'unknown-domain' }, context);
      return answerQuery(content(), site.domain, toUtcDay(now()));
    },
  ]);
  return Object.fromEntries(queries);
}

/** Returns the root value of mutations: the one that sends the form. */
function createMutationResolvers(form: Form, dependencies: OperationDependencies) {
  return {
    [getSubmitName(form)]: (args: SendArguments, context: RequestContext) =>
      sendEnquiry(args, context, dependencies),
  };
}

/**
 * Judges and stores an enquiry, and writes its reference to `context.answer`.
 * @throws GraphQLError if the enquiry is refused.
 */
async function sendEnquiry(
  args: SendArguments,
  context: RequestContext,
  { acceptEnquiry }: OperationDependencies,
): Promise<{ readonly success: true }> {
  const values = fromVariables(context.ready.form, args);
  // GraphQL orders the arguments as its schema does, so that equal enquiries give equal texts.
  const outcome = await acceptEnquiry({
    ...context,
    domain: args.domain,
    submissionUrl: shortenPageUrl(args.submission_url),
    values,
    body: JSON.stringify(args),
  });
  if (!outcome.isAccepted) throw toGraphqlError(outcome.refusal, context);
  context.answer.reference = outcome.reference;
  return { success: true };
}

/** Returns a `bad-user-input` error for one problem, with its message in the language of the request. */
function createInputError(problem: Problem, context: RequestContext): GraphQLError {
  const { ready, locale } = context;
  const problems = [addProblemMessage(problem, { form: ready.form, locale })];
  return toGraphqlError({ code: 'bad-user-input', problems }, context);
}

/** The deepest JSON value: no answer is deeper, and walking it takes stack. */
const maxDepth = 32;

/**
 * The type of any JSON value. It passes values unchanged, and throws `GraphQLError` for those that are too
 * deep.
 */
const jsonScalar = new GraphQLScalarType({
  name: 'JSON',
  parseValue(value) {
    if (isDeeperThan(value, maxDepth))
      throw new GraphQLError(`JSON cannot be nested deeper than ${maxDepth} levels`);
    return value;
  },
});

/** Returns true if objects and arrays are nested in more than `levels` levels; false for other values. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
