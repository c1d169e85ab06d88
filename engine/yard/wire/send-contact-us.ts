import type { Form } from '../../model/types.ts';
import { type Operation, type OperationArgument, toOperationArgument } from '../../model/wire/operations.ts';
import { listWireFields } from '../../model/wire/wire.ts';

export const domainArgument: OperationArgument = { name: 'domain', type: 'String!', variableType: 'String!' };

/**
 * Describes the GraphQL mutation `sendContactUs` for a form with all its enquiry types; `operationText`
 * formats it. In the schema, only the domain, the address of the page and the photos are non-null. Selects
 * only `success`.
 */
export function sendContactUsOperation(form: Form): Operation {
  const submissionUrl = { name: 'submission_url', type: 'String!', variableType: 'String!' };
  return {
    kind: 'mutation',
    name: 'sendContactUs',
    args: [domainArgument, submissionUrl, ...listWireFields(form).map(toOperationArgument)],
    select: ['success'],
  };
}
