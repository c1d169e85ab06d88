import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
} from 'graphql';
import { type Form, getSubmitName, listWireFields } from '#engine';
import { listQueries } from '#engine/exchange/sdl.ts';

/**
 * The most fields of a document with its fragments expanded, plus those in the fragments themselves. The
 * operations, with `__typename` wherever a client adds it, need five.
 */
const mostFields = 32;

/**
 * The most lines of a document: the lexer of GraphQL.js takes at least a third of a microsecond for each. A
 * form's values that are written into the document have some thousand lines at most.
 */
const mostLines = 20_000;

/** The longest alias, because the answer repeats it. */
const maxAliasLength = 100;

/**
 * Parses a document and checks its limits before it is validated or executed. Returns the document, or the
 * errors (always one) if it cannot be parsed or exceeds a limit. If introspection is allowed, only lines and
 * tokens are limited.
 */
export function parseWithinLimits(
  query: string,
  {
    form,
    isIntrospectable,
  }: {
    readonly form: Form;
    /** If true, introspection is allowed: for a developer's tools, never in production. */
    readonly isIntrospectable: boolean;
  },
): DocumentNode | { readonly errors: readonly GraphQLError[] } {
  try {
    if (hasTooManyLines(query)) throw createLimitError(`A document can have at most ${mostLines} lines`);
    const document = parse(query, { maxTokens: getMaxTokens(form) });
    if (!isIntrospectable) requireAllowedOperations(document, form);
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [error.extensions.code ? error : withErrorCode(error, 'GRAPHQL_PARSE_FAILED')] };
  }
}

/**
 * Returns a copy of GraphQL's error with a code and the HTTP status 400, or 200 for clients that accept
 * `application/json` alone (GraphQL over HTTP, "application/json").
 */
export function withErrorCode(
  { message, nodes, source, positions }: GraphQLError,
  code: string,
): GraphQLError {
  const extensions = { code, http: { status: 400, plainStatus: 200 } };
  return new GraphQLError(message, { nodes, source, positions, extensions });
}

/**
 * Returns the maximum number of tokens of a document: enough to declare, name and pass each argument of an
 * enquiry, with literal values.
 */
function getMaxTokens(form: Form): number {
  return 1000 + 16 * listWireFields(form).length;
}

/**
 * Refuses subscriptions, introspection, too many fields, long aliases, and a second call of an operation,
 * because idempotency key, ticket and limits belong to the request. Validation refuses unknown fields later.
 * @throws GraphQLError if the document is refused.
 */
function requireAllowedOperations(document: DocumentNode, form: Form): void {
  const operationNames = [getSubmitName(form), ...listQueries(form).map(({ operation }) => operation.name)];
  const fragments = new Map<string, readonly SelectionNode[]>();
  let fields = 0;
  let asked: string[] = [];

  /**
   * Counts the fields, following fragments, and adds the called operations to `asked`.
   * @throws GraphQLError for introspection, a long alias or too many fields.
   */
  function visitSelections(selections: readonly SelectionNode[]): void {
    for (const selection of selections) {
      // A spread counts as well, so that cyclic fragments end.
      fields += 1;
      if (fields > mostFields)
        throw createLimitError(
          `A request can have at most ${mostFields} fields, with its fragments expanded`,
        );
      if (selection.kind === Kind.FRAGMENT_SPREAD) visitSelections(fragments.get(selection.name.value) ?? []);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visitSelections(selection.selectionSet.selections);
      else {
        const name = selection.name.value;
        if ((selection.alias?.value.length ?? 0) > maxAliasLength)
          throw createLimitError(`An alias can have at most ${maxAliasLength} characters`);
        if (name === '__schema' || name === '__type')
          throw createLimitError('Introspection is disabled; the schema is published with the form');
        if (operationNames.includes(name)) asked.push(name);
        visitSelections(selection.selectionSet?.selections ?? []);
      }
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fragments.set(definition.name.value, definition.selectionSet.selections);
  }
  for (const definition of document.definitions) {
    const isExecutable = definition.kind === Kind.FRAGMENT_DEFINITION || isQueryOrMutation(definition);
    if (!isExecutable) throw createLimitError('A request can contain only queries, mutations and fragments');
    asked = [];
    visitSelections(definition.selectionSet.selections);
    if (new Set(asked).size < asked.length)
      throw createLimitError('A request can call each operation only once');
  }
}

/** Returns true if a document has more than `mostLines` line breaks. */
function hasTooManyLines(query: string): boolean {
  let lines = 0;
  for (let at = query.indexOf('\n'); at >= 0 && lines <= mostLines; at = query.indexOf('\n', at + 1))
    lines += 1;
  return lines > mostLines;
}

/** Returns true for a query or a mutation; false for a subscription and all other definitions. */
function isQueryOrMutation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== 'subscription';
}

/** Returns an error with the code `GRAPHQL_VALIDATION_FAILED` and the status 400 for every client. */
function createLimitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}

/**
 * Returns the operation with a name; without a name or with an empty one, the first. Undefined if there is
 * none.
 */
export function findOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  return document.definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && (!name || definition.name?.value === name),
  ) as OperationDefinitionNode | undefined;
}
