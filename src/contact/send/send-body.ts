import { type Operation, operationText, sendContactUsOperation, type Values } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import type { SendRequest } from './transport.ts';

export function sendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  return operationBody(sendContactUsOperation(form), variables);
}

export function operationBody(operation: Operation, variables: Values): string {
  return jsonText({ operationName: operation.name, variables, query: operationText(operation) });
}
