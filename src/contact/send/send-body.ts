import { type Operation, operationText, sendContactUsOperation, type Values } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import type { SendRequest } from './transport.ts';

/** The body of a request that sends an enquiry. */
export function sendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  return operationBody(sendContactUsOperation(form), variables);
}

/** The body of a request that runs a GraphQL operation. */
export function operationBody(operation: Operation, variables: Values): string {
  return jsonText({ operationName: operation.name, variables, query: operationText(operation) });
}
