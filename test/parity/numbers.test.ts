import { describe, expect, it } from 'vitest';
import { submitOperation } from '#engine';
import { compileSampleForm, type SampleForm } from '../support/sample-form.ts';
import { createGraphqlWire } from './wire.ts';

const sample = compileSampleForm({
  type: 'object',
  properties: {
    any: { type: 'integer' },
    small: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
    large: { type: 'integer', minimum: 0, maximum: 2 ** 31 },
    chosen: { enum: [1, 2, 3] },
    decimal: { type: 'number' },
    money: { type: 'number', multipleOf: 0.01 },
    inside: { type: 'object', properties: { any: { type: 'integer' } } },
  },
});

/** Returns the verdicts of the page, of its variables sent by GraphQL, and of the stored values. */
async function verdicts({ inPage, onServer, ready }: SampleForm, entered: object) {
  const { problems, variables } = inPage(entered as Record<string, unknown>);
  const page = problems.map(({ field, code }) => `${field} ${code}`);
  if (page.length > 0) return { page };
  const send = createGraphqlWire(ready);
  const server = onServer(await send(variables));
  return { page, server: server.problems.map(({ code }) => code), values: server.values };
}

describe('a number', () => {
  it('travels as GraphQL can hold it: as Int where the schema keeps it within 32 bits, else as Float', () => {
    const types = Object.fromEntries(submitOperation(sample.form).args.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      any: 'Float',
      small: 'Int',
      large: 'Float',
      chosen: 'Int',
      decimal: 'Float',
      money: 'Float',
      inside: 'JSON',
    });
  });

  it.each<[entered: object, values: object]>([
    [{ any: '2147483648' }, { any: 2147483648 }],
    [{ any: '-9007199254740991' }, { any: -9007199254740991 }],
    [{ small: '2147483647' }, { small: 2147483647 }],
    [{ large: '2147483648' }, { large: 2147483648 }],
    [{ decimal: '0,1' }, { decimal: 0.1 }],
    [{ decimal: '1e21' }, { decimal: 1e21 }],
    [{ decimal: '123456.789012345' }, { decimal: 123456.789012345 }],
    [{ money: '19,99' }, { money: 19.99 }],
    [{ inside: { any: 2147483648 } }, { inside: { any: 2147483648 } }],
  ])('is taken by page, wire and server alike, to its last digit: %j', async (entered, values) => {
    expect(await verdicts(sample, entered)).toEqual({ page: [], server: [], values });
  });

  it.each<[entered: object, problem: string]>([
    [{ any: '9007199254740993' }, 'any wrong-type'],
    [{ any: '1,5' }, 'any wrong-type'],
    [{ small: '2147483648' }, 'small too-large'],
    [{ large: '2147483649' }, 'large too-large'],
    [{ decimal: '0.12345678901234567890' }, 'decimal wrong-type'],
    [{ decimal: '1e400' }, 'decimal wrong-type'],
    [{ money: '0.005' }, 'money wrong-step'],
  ])('is refused where no number holds it: %j', async (entered, problem) => {
    expect(await verdicts(sample, entered)).toEqual({ page: [problem] });
    expect(
      sample
        .onServer(entered as Record<string, unknown>)
        .problems.map(({ field, code }) => `${field} ${code}`),
    ).toEqual([problem]);
  });
});
