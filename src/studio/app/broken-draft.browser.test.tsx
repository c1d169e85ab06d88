import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { createFakeStudio } from '../testing/fake-studio.tsx';

const message = 'Cannot open the draft: line 3 of "studio/draft.jsonl" is not JSON';
const refusal = (isMendable: boolean) =>
  Response.json({ error: 'no-draft', message, isMendable }, { status: 503 });
const mend = page.getByRole('button', { name: 'Continue with the readable part' });

describe('the studio without a draft', () => {
  it('says what is damaged, and has an owner go on with what can be read', async () => {
    const studio = createFakeStudio();
    let isMended = false;
    studio.answer('draft', () => refusal(true));
    studio.answer('draft/mend', () => {
      isMended = true;
      studio.answer('draft', undefined);
      return Response.json({ ok: true });
    });
    await studio.open('/studio');
    await expect.element(page.getByRole('alert')).toHaveTextContent(message);
    await expectNoViolations(document.body);
    await mend.click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(isMended).toBe(true);
    await expect.element(page.getByRole('link', { name: 'History' }).first()).toBeInTheDocument();
  });

  it('sends everybody else to an owner, and offers nothing where there is nothing to fix', async () => {
    const studio = createFakeStudio({ role: 'publisher' });
    studio.answer('draft', () => refusal(true));
    await studio.open('/studio');
    await expect.element(page.getByText('An owner can continue with the readable part.')).toBeInTheDocument();
    await expect.element(mend).not.toBeInTheDocument();
    studio.answer('draft', () => refusal(false));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect
      .element(page.getByText('An owner can continue with the readable part.'))
      .not.toBeInTheDocument();
  });
});
