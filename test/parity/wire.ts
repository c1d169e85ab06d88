import { print } from 'graphql';
import { type Form, fromVariables, type Json, submitOperation, type Values } from '#engine';
import { toDocumentNode } from '../../src/contact/send/graphql-documents.ts';
import { createGraphql } from '../../src/server/enquiries/graphql/create-graphql.ts';
import type { GraphqlCall } from '../../src/server/enquiries/graphql/graphql-call.ts';
import type { CompiledForm } from '../../src/server/forms/documents/compiled-form.ts';

export type WireVariables = Readonly<Record<string, Json>>;

/** Returns variables as a server parses them from JSON, by field, without GraphQL's type checks. */
export function roundTripJson(form: Form, variables: Values): Values {
  return fromVariables(form, JSON.parse(JSON.stringify(variables)) as Values);
}

/**
 * Returns a function that sends variables from a page to the server: by the page's own mutation, as JSON to
 * the server's GraphQL. It resolves with the values by field, and rejects if GraphQL refuses a variable.
 */
export function createGraphqlWire(ready: CompiledForm): (variables: WireVariables) => Promise<Values> {
  const { form } = ready;
  let taken: Values = {};
  const graphql = createGraphql({
    acceptEnquiry: async ({ values }) => {
      taken = values;
      return { isAccepted: true, reference: 'SW-0000' };
    },
    content: () => {
      throw new Error('Cannot give content: a form is sent, nothing is asked');
    },
    now: () => 0,
    log: { info() {}, warn() {}, error() {} },
    isDev: false,
  });
  const query = print(toDocumentNode(submitOperation(form)));
  return async (variables) => {
    const sent = { domain: 'www.example.com', submission_url: '/', ...variables };
    const call = JSON.parse(JSON.stringify({ query, variables: sent })) as GraphqlCall;
    const context = { address: '', locale: 'en', origins: [], outsideOrigin: '', ready, answer: {} };
    const { text } = await graphql(call, context);
    const { errors } = JSON.parse(text) as { readonly errors?: readonly unknown[] };
    if (errors) throw new Error(`Cannot send: ${JSON.stringify(errors)}`);
    return taken;
  };
}
