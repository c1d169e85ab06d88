import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { readFrozenDocuments } from '../support/forms.ts';
import { journeysOn } from '../support/journey.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';

const uiFile = 'forms/valuation/ui.json';

export const it = journeysOn({
  documents: { [uiFile]: { ...(readFrozenDocuments()[uiFile] as object), 'ui:resume': { days: 14 } } },
});

export const savedBoat = { boat_make: 'Trevarrow', boat_model: 'Kestrel 38', year: '2015' };

export async function findMailedLink(email: string, { data }: RunningServer): Promise<string> {
  const folder = join(data, 'outbox');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) {
    const { to, text = '' } = await PostalMime.parse(readFileSync(join(folder, file)));
    if (to?.some(({ address }) => address === email)) return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  }
  return '';
}

export async function saveAnswers({ page }: Visitor, email: string): Promise<void> {
  await page.getByText('Save and return later').click();
  await page.getByRole('textbox', { name: 'Email address for the link' }).fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
}
