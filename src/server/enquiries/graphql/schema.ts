import { buildSchema, GraphQLError, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { type Form, fromVariables, type Problem } from '#engine';
import { sdlOf } from '#engine/exchange/sdl.ts';
import { type Content, findSiteByDomain, getFutureEventTitles } from '../../forms/content/content.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { AcceptEnquiry } from '../judge/accept-enquiry.ts';
import { addProblemMessage } from '../judge/add-problem-message.ts';
import { type RequestContext, toGraphqlError } from './shape-answers.ts';

export interface OperationDependencies {
  readonly acceptEnquiry: AcceptEnquiry;
  /** Returns the current content. */
  readonly content: () => Content;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The arguments of `sendContactUs`: beside these two, the values of fields. */
interface SendArguments {
  readonly domain: string;
  readonly submission_url: string;
  readonly [field: string]: unknown;
}

/**
 * Returns the GraphQL schema of a form: `sendContactUs` has an argument for each field of each enquiry type
 * (docs/contract.md, "GraphQL").
 */
export function createFormSchema(form: Form): GraphQLSchema {
  const schema = buildSchema(sdlOf(form), { assumeValidSDL: true });
  const { parseValue, parseLiteral } = jsonScalar;
  Object.assign(schema.getType(jsonScalar.name) ?? {}, { parseValue, parseLiteral });
  return schema;
}

/**
 * Returns the root value of both operations. `getFutureEventTitles` returns the titles of the events of a
 * site from today on; `sendContactUs` accepts an enquiry. They throw `GraphQLError` for an unknown domain or
 * a refused enquiry.
 */
export function createResolvers(dependencies: OperationDependencies) {
  const { content, now } = dependencies;
  return {
    getFutureEventTitles({ domain }: { readonly domain: string }, context: RequestContext) {
      const site = findSiteByDomain(content(), domain);
      if (site === undefined) throw createInputError({ field: 'domain', code: 'unknown-domain' }, context);
      return getFutureEventTitles(content(), site.domain, toUtcDay(now()));
    },
    sendContactUs: (args: SendArguments, context: RequestContext) =>
      sendContactUs(args, context, dependencies),
  };
}

const maxUrlLength = 4000;

/**
 * Judges and stores an enquiry, and writes its reference to `context.answer`.
 * @throws GraphQLError if the enquiry is refused, or its URL is longer than `maxUrlLength`.
 */
async function sendContactUs(
  args: SendArguments,
  context: RequestContext,
  { acceptEnquiry }: OperationDependencies,
): Promise<{ readonly success: true }> {
  const { domain, submission_url: submissionUrl } = args;
  if (submissionUrl.length > maxUrlLength)
    throw createInputError(
      { field: 'submission_url', code: 'too-long', values: { limit: maxUrlLength } },
      context,
    );
  const values = fromVariables(context.ready.form, args);
  // GraphQL orders the arguments as its schema does, so that equal enquiries give equal texts.
  const outcome = await acceptEnquiry({
    ...context,
    domain,
    submissionUrl,
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
