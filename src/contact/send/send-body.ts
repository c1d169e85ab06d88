import { operationText, sendContactUsOperation } from '#engine';
import { jsonText } from '../json-text.ts';
import type { SendRequest } from './transport.ts';

/** The body of a request that sends an enquiry. */
export function sendBody({ form, variables }: Pick<SendRequest, 'form' | 'variables'>): string {
  const operation = sendContactUsOperation(form);
  return jsonText({ operationName: operation.name, variables, query: operationText(operation) });
}
