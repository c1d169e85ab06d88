import { type Operation, operationText, sendContactUsOperation, type Values } from '#engine';
import { writeJson } from '#engine/write-json.ts';
import type { SendRequest } from './transport.ts';

/** Returns the JSON body of the request that sends an enquiry. */
export function buildSendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  return buildOperationBody(sendContactUsOperation(form), variables);
}

/** Returns the JSON body of a request with a GraphQL operation. */
export function buildOperationBody(operation: Operation, variables: Values): string {
  return writeJson({ operationName: operation.name, variables, query: operationText(operation) });
}
