import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { createTestForm, createTestSituation, createTestValidators, documents } from './testing/forms.ts';
import { Harness } from './testing/harness.tsx';

const rig = { type: 'string', title: 'Rig', enum: ['s', 'k'] };
const guest = {
  type: 'object',
  title: 'Person',
  properties: { age: { type: 'integer', title: 'Age', maximum: 120 } },
};

const form = createTestForm(
  {
    properties: {
      boat: { type: 'object', title: 'Boat', properties: { make: { type: 'string', title: 'Make' }, rig } },
      guests: { type: 'array', title: 'Guests', items: guest },
    },
  },
  {},
  {
    'texts/fr.json': {
      ...(documents['texts/fr.json'] as object),
      'fields.boat.label': 'Bateau',
      'fields.boat.make.label': 'Chantier',
      'fields.boat.rig.label': 'Gréement',
      'options.boat.rig.s': 'Sloop',
      'options.boat.rig.k': 'Ketch',
      'fields.guests.item': 'Invité',
      'fields.guests.age.label': 'Âge',
      'fields.guests.age.problems.too-large': '{label} : au plus {limit}',
    },
  },
);

function draw(locale: string) {
  const situation = { ...createTestSituation(form), locale };
  return render(
    <Harness form={form} situation={situation} validatorsFor={createTestValidators(form)} heard={() => {}} />,
  );
}

describe('what the texts call what is inside a field', () => {
  it('is drawn in the language of the page, and problems say it too', async () => {
    const screen = await draw('fr');
    await expect.element(screen.getByRole('textbox', { name: 'Chantier' })).toBeVisible();
    const rigs = screen.getByRole('combobox', { name: 'Gréement' });
    await rigs.selectOptions('Ketch');
    await expect.element(rigs).toHaveValue('k');
    await screen.getByRole('button', { name: /Invité/ }).click();
    await expect.element(screen.getByRole('group', { name: /Invité 1/ })).toBeVisible();
    const age = screen.getByRole('textbox', { name: 'Âge' });
    await age.fill('200');
    await screen.getByRole('button', { name: 'Send' }).click();
    await expect.element(age).toHaveAccessibleDescription('Âge : au plus 120');
  });

  it('is what the schema calls it where a language has no words', async () => {
    const screen = await draw('en');
    await expect.element(screen.getByRole('textbox', { name: 'Make' })).toBeVisible();
    await expect.element(screen.getByRole('option', { name: 'k', exact: true })).toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Add Person' })).toBeVisible();
  });
});
