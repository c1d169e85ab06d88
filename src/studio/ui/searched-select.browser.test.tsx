import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SearchedSelect } from './labelled-select.tsx';
import { StudioLanguageContext } from './language.ts';
import { createFormatMessage } from './messages.ts';

const language = { say: createFormatMessage('en'), locale: 'en', announce: () => undefined };

function OfficeSelect({ count }: { readonly count: number }) {
  const [value, setValue] = useState('');
  const names = Array.from({ length: count }, (_, at) => [`o${at}`, `Office ${at}`] as const);
  return (
    <StudioLanguageContext value={language}>
      <SearchedSelect label="Office" value={value} options={[['', 'Choose'], ...names]} onChange={setValue} />
    </StudioLanguageContext>
  );
}

it('searches the options if they are many, and keeps the one that is selected', async () => {
  const { rerender } = await render(<OfficeSelect count={19} />);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect.element(page.getByLabelText('Office')).toBeVisible();
  expect(search.query()).toBeNull();
  await rerender(<OfficeSelect count={300} />);
  await search.fill('OFFICE 27');
  const select = page.getByRole('combobox', { name: 'Office' });
  await select.selectOptions('Office 277');
  await search.fill('office 12');
  await userEvent.keyboard('{Enter}');
  await expect.element(select).toHaveValue('o277');
  expect(page.getByRole('option').elements()).toHaveLength(13);
});
