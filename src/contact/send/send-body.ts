import { type Operation, operationText, submitOperation, type Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { SendRequest } from './send-request.ts';

/** Returns the JSON body of the GraphQL request that sends an enquiry. */
export function buildSendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  return buildOperationBody(submitOperation(form), variables);
}

/** Returns the JSON body of a GraphQL request: the operation's name and text, and the variables. */
export function buildOperationBody(operation: Operation, variables: Values): string {
  return writeJson({ operationName: operation.name, variables, query: operationText(operation) });
}
