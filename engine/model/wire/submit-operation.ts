import { defaultOperation } from '../../preset/model.ts';
import type { Form, Settings } from '../types.ts';
import { type Operation, type OperationArgument, toOperationArgument } from './operations.ts';
import { listWireFields } from './wire.ts';

export const domainArgument: OperationArgument = { name: 'domain', type: 'String!', variableType: 'String!' };

/** Returns the name of the GraphQL mutation that sends a form: `settings.operation`, else that of the preset. */
export function getSubmitName({ settings }: { readonly settings: Pick<Settings, 'operation'> }): string {
  return settings.operation ?? defaultOperation;
}

/**
 * Describes the GraphQL mutation that sends a form with all its enquiry types; `operationText` formats it. In
 * the schema, only the domain, the address of the page and the photos are non-null. Selects only `success`.
 */
export function submitOperation(form: Form): Operation {
  const submissionUrl = { name: 'submission_url', type: 'String!', variableType: 'String!' };
  return {
    kind: 'mutation',
    name: getSubmitName(form),
    args: [domainArgument, submissionUrl, ...listWireFields(form).map(toOperationArgument)],
    select: ['success'],
  };
}
