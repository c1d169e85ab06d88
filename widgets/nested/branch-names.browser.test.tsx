import { beforeAll, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation, createTestValidators } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';
import { loadNestedFields } from './load-nested-fields.ts';

beforeAll(() => loadNestedFields());

async function branchesOf(schema: object): Promise<readonly string[]> {
  const words = { 'branch.string': 'Text', 'branch.number': 'Number', 'branch.array': 'List' };
  const form = createTestForm(
    { properties: { it: { title: 'It', ...schema } } },
    {},
    { 'texts/en.json': words },
  );
  const screen = await render(
    <Harness
      form={form}
      situation={createTestSituation(form)}
      validatorsFor={createTestValidators(form)}
      heard={() => {}}
    />,
  );
  const select = screen.getByRole('combobox').last();
  await expect.element(select).toBeInTheDocument();
  return [...(select.element() as HTMLSelectElement).options]
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

const text = (title: string) => ({ type: 'string', title });

describe('branches without a title', () => {
  it('are called by the value that each fixes', async () => {
    const of = (country: string) => ({
      properties: { country: { const: country }, postcode: text('Postcode') },
    });
    expect(await branchesOf({ type: 'object', oneOf: [of('Chile'), of('Peru')] })).toEqual(['Chile', 'Peru']);
  });

  it('are called by the titles of the properties that each alone has', async () => {
    const branches = [{ properties: { masts: text('Masts') } }, { properties: { power: text('Power') } }];
    expect(await branchesOf({ type: 'object', anyOf: branches })).toEqual(['Masts', 'Power']);
  });

  it('are called by the kinds of their values', async () => {
    const branches = [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }];
    expect(await branchesOf({ anyOf: branches })).toEqual(['Text', 'Number', 'List']);
  });

  it('are called by a number where nothing tells them apart', async () => {
    const branches = [
      { type: 'string', maxLength: 3 },
      { type: 'string', minLength: 5 },
    ];
    expect(await branchesOf({ anyOf: branches })).toEqual(['Option 1', 'Option 2']);
  });
});
