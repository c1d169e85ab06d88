import { GraphQLError, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Form } from '#engine';
import { sdlOf } from '#engine/sdl.ts';
import type { RequestContext } from './request-context.ts';

/** What the two operations do, apart from GraphQL. */
export interface Operations {
  /** Stores an enquiry and gives the reference that a visitor may quote. @throws RefusedEnquiry */
  readonly sendContactUs: (
    args: SendArguments,
    context: RequestContext,
  ) => Promise<{ readonly reference: string }>;
  /** The titles of a domain's future events. @throws RefusedEnquiry */
  readonly getFutureEventTitles: (
    args: { readonly domain: string },
    context: RequestContext,
  ) => readonly string[];
}

/** The arguments of `sendContactUs`: the site's domain, the page's address, and every form value by its field's name. */
export interface SendArguments {
  readonly domain: string;
  readonly submission_url: string;
  readonly [field: string]: unknown;
}

/** The GraphQL schema of a form: `sendContactUs` has an argument for each field of each enquiry type (contract, "On the wire"). */
export function schemaOf(form: Form, operations: Operations): GraphQLSchema {
  return createSchema<RequestContext>({
    typeDefs: sdlOf(form),
    resolvers: {
      JSON: jsonScalar,
      Query: {
        getFutureEventTitles: (_root: unknown, args: { readonly domain: string }, context: RequestContext) =>
          operations.getFutureEventTitles(args, context),
      },
      Mutation: {
        async sendContactUs(_root: unknown, args: SendArguments, context: RequestContext) {
          const { reference } = await operations.sendContactUs(args, context);
          context.answer.reference = reference;
          return { success: true };
        },
      },
    },
  });
}

/** What is nested deeper is nobody's answer to a form, and costs a stack to walk. */
const maxDepth = 32;

const jsonScalar = new GraphQLScalarType({
  name: 'JSON',
  parseValue(value) {
    if (isDeeperThan(value, maxDepth))
      throw new GraphQLError(`JSON cannot be nested deeper than ${maxDepth} levels`);
    return value;
  },
});

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
