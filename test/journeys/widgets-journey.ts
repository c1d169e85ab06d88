import { journeysOn } from '../support/journey.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { createStayContent, createStayDocuments } from '../widgets/stay-documents.ts';

export const it = journeysOn({ documents: createStayDocuments(), content: createStayContent() });

/** Returns the names of the parts of the date of birth, as shown on the page. */
export function readPartNames({ page }: Visitor): Promise<readonly string[]> {
  return page
    .locator('[name^="born["]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name));
}

export async function choosePort({ page }: Visitor, typed: string): Promise<void> {
  await page.locator('input[name=home_port]').fill(typed);
  await page.locator('[role=option]').first().click();
}

export const locateDatePart = ({ page }: Visitor, name: string) => page.locator(`[name="born[${name}]"]`);

export const rateRow = ({ page }: Visitor, row: string, value: number) =>
  page.locator(`[name="stay[${row}]"][value="${value}"]`).check();

export const adasWidgetAnswers: Answers = { name: 'Ada Marsh' };
