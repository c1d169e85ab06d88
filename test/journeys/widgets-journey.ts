import { journeysOn } from '../support/journey.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { stayContent, stayDocuments } from '../widgets/stay-documents.ts';

export const it = journeysOn({ documents: stayDocuments(), content: stayContent() });

/** Returns the names of the parts of the date of birth, as shown on the page. */
export function partNames({ page }: Visitor): Promise<readonly string[]> {
  return page
    .locator('[name^="born["]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name));
}

export async function namesPort({ page }: Visitor, typed: string): Promise<void> {
  await page.locator('input[name=home_port]').fill(typed);
  await page.locator('[role=option]').first().click();
}

export const part = ({ page }: Visitor, name: string) => page.locator(`[name="born[${name}]"]`);

export const rate = ({ page }: Visitor, row: string, value: number) =>
  page.locator(`[name="stay[${row}]"][value="${value}"]`).check();

export const ada: Answers = { name: 'Ada Marsh' };
