import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { futureEventTitlesOperation } from '../../yard/wire/future-event-titles.ts';
import type { Form, WireField } from '../types.ts';
import type { ValueKind } from '../widgets.ts';
import { type OperationArgument, operationText } from './operations.ts';
import { submitOperation } from './submit-operation.ts';

const kinds: readonly ValueKind[] = ['string', 'integer', 'number', 'boolean', 'id', 'json'];
const wire: readonly WireField[] = [
  { name: 'enquiry_type', kind: 'integer', empty: null },
  { name: 'upload', kind: 'json', empty: [] },
  ...kinds.map((kind) => ({ name: `a_${kind}`, kind, empty: null })),
];
const operation = submitOperation({ wire, settings: {} } as unknown as Form);

describe('submitOperation', () => {
  it('has the name that the settings give, or else that of the yard', () => {
    const named = { wire, settings: { operation: 'sendFeedback' } } as unknown as Form;
    expect([operation, submitOperation(named)].map(({ name }) => name)).toEqual([
      'sendContactUs',
      'sendFeedback',
    ]);
  });

  it('gives each kind its GraphQL type, nullable apart from what is always there', () => {
    expect(operation.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'domain: String!',
      'submission_url: String!',
      'enquiry_type: Int',
      'upload: [String!]!',
      'a_string: String',
      'a_integer: Int',
      'a_number: Float',
      'a_boolean: Boolean',
      'a_id: ID',
      'a_json: JSON',
    ]);
  });

  it('is sent with a type that every back end takes, be its argument nullable or not', () => {
    expect(
      validate(
        backEnd(({ type }) => type),
        parse(operationText(operation)),
      ),
    ).toEqual([]);
    expect(
      validate(
        backEnd(({ variableType }) => variableType),
        parse(operationText(operation)),
      ),
    ).toEqual([]);
  });
});

describe('operationText', () => {
  it('names arguments like their variables', () => {
    expect(operationText(futureEventTitlesOperation)).toBe(
      'query getFutureEventTitles(\n  $domain: String!\n) {\n  getFutureEventTitles(\n    domain: $domain\n  )\n}\n',
    );
  });
});

function backEnd(typeOf: (argument: OperationArgument) => string) {
  const args = operation.args.map((argument) => `${argument.name}: ${typeOf(argument)}`);
  return buildSchema(`
    scalar JSON
    type Query { nothing: Boolean }
    type Mutation { sendContactUs(${args.join(', ')}): Sent! }
    type Sent { success: Boolean! }
  `);
}
