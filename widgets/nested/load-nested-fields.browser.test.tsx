import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation, createTestValidators } from '../testing/forms.ts';
import { Harness } from '../testing/harness.tsx';
import { getNestedFields } from './load-nested-fields.ts';

const boat = { type: 'object', title: 'Boat', properties: { make: { type: 'string', title: 'Make' } } };

function draw(properties: Readonly<Record<string, object>>) {
  const form = createTestForm({ properties });
  return render(
    <Harness
      form={form}
      situation={createTestSituation(form)}
      validatorsFor={createTestValidators(form)}
      heard={() => {}}
    />,
  );
}

describe('what draws nested fields', () => {
  it('is not loaded for flat fields', async () => {
    const screen = await draw({ yard: { type: 'string', title: 'Yard' } });
    await screen.getByLabelText('Yard').fill('Ada');
    await screen.getByRole('button', { name: 'Send' }).click();
    expect(getNestedFields()).toBeUndefined();
  });

  it('is loaded where it is needed, and what was typed meanwhile into a flat field stays', async () => {
    const screen = await draw({ yard: { type: 'string', title: 'Yard' }, boat });
    const yard = screen.getByLabelText('Yard').element() as HTMLInputElement;
    yard.focus();
    yard.value = 'Ada';
    await expect.element(screen.getByRole('textbox', { name: 'Make' })).toBeInTheDocument();
    expect(getNestedFields()).toBeDefined();
    expect(screen.getByLabelText('Yard').element()).toBe(yard);
    expect([yard.value, document.activeElement]).toEqual(['Ada', yard]);
  });
});
