import { type Operation, operationText, sendContactUsOperation, type Values } from '#engine';
import { writeJson } from '#engine/write-json.ts';
import type { SendRequest } from './transport.ts';

export function buildSendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  return buildOperationBody(sendContactUsOperation(form), variables);
}

export function buildOperationBody(operation: Operation, variables: Values): string {
  return writeJson({ operationName: operation.name, variables, query: operationText(operation) });
}
