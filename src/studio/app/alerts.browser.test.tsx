import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(async () => {
  await page.viewport(1280, 700);
  studio = createFakeStudio();
});

const label = page.getByRole('region', { name: 'Properties' }).getByLabelText('Label');

/** Opens a form, chooses a field of it, and scrolls down as far as a long page goes. */
async function worksFarDown(): Promise<void> {
  await studio.open('/studio/forms/general');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  const row = () => document.querySelector<HTMLElement>('[data-field="phone"] button');
  await expect.poll(row).not.toBeNull();
  row()?.click();
  await expect.element(label).toBeInTheDocument();
  // Longer than any screen.
  const main = document.getElementById('main');
  if (main) main.style.paddingBlockEnd = '3000px';
  scrollTo(0, 2000);
  await expect.poll(() => scrollY).toBe(2000);
}

/** Types into the label of the field; the browser scrolls nowhere by it. */
function types(text: string): void {
  const input = label.element() as HTMLInputElement;
  input.focus({ preventScroll: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Returns whether an element stands whole between the bar and the lower edge. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector('.st-bar')?.getBoundingClientRect().bottom ?? 0;
  return top >= bar && bottom <= innerHeight;
}

describe('what is refused', () => {
  it.each([
    ['for good', { kind: 'refused', reason: 'draft-full' }, 200, /This could not be saved/],
    ['since somebody changed it', undefined, 200, /changed this/],
    ['for a role that has changed', { error: 'not-allowed', needs: 'editor' }, 403, /Your role is now/],
  ] as const)('%s is an alert in view, and the focus stays where somebody types', async (...row) => {
    const [, answer, status, text] = row;
    await worksFarDown();
    if (answer) studio.answer('changes', () => Response.json(answer, { status }));
    else
      studio.answer('changes', ({ body }) => {
        studio.answer('changes', undefined);
        const { patches } = Object(body).change;
        return Response.json({
          kind: 'conflict',
          conflicts: patches.map((patch: unknown) => ({ patch, current: 'Theirs' })),
        });
      });
    if (status === 403)
      studio.answer('me', () =>
        Response.json({ id: 'ann', name: 'Ann', role: 'viewer', via: 'session', hasPassword: true }),
      );
    types('Mobile');
    const alert = page.getByRole('alert').filter({ hasText: text });
    await expect.element(alert).toBeInTheDocument();
    await expect.poll(() => isInView(alert.element().closest('.st-notice') ?? alert.element())).toBe(true);
    await expect.poll(() => document.activeElement).toBe(label.element());
  });
});

describe('what fails', () => {
  const outside = { error: 'outside-reach', outside: ['texts/en.json: submit'], message: '' };
  const waiting = {
    number: 2,
    at: 0,
    by: 'Ben',
    note: '',
    goesLiveAt: 1,
    timeZone: 'UTC',
    state: 'scheduled',
  };
  const session = {
    id: 's',
    isThis: false,
    createdAt: 0,
    seenAt: 0,
    expiresAt: 1,
    browser: 'Firefox',
    address: '',
  };

  it.each([
    [
      'to be cancelled',
      '/studio/publish',
      { versions: { versions: [], waiting: [waiting] } },
      'versions/2',
      /Cancel.*2/,
      'Your access does not include this: texts/en.json: submit.',
    ],
    [
      'to be ended',
      '/studio/account',
      { 'me/sessions': [session], tokens: [] },
      'me/sessions/s',
      'End: Firefox',
      'Your access does not include this: texts/en.json: submit.',
    ],
  ] as const)('%s says why, to those who look and those who listen', async (...row) => {
    const [, address, answers, path, name, text] = row;
    for (const [asked, answer] of Object.entries(answers)) studio.answer(asked, () => Response.json(answer));
    studio.answer(path, () => Response.json(outside, { status: 403 }));
    await studio.open(address);
    await page.getByRole('button', { name }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  });
});

describe('useAlertsInView', () => {
  const added = (html: string) => {
    const element = document.createElement('div');
    element.innerHTML = html;
    document.getElementById('main')?.prepend(element);
    return element;
  };
  /** Waits until the observer, which hears of changes in a turn of its own, has heard of all. */
  const heard = () => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve()));

  it('brings into view what any part of the studio says, as soon as it says something', async () => {
    await worksFarDown();
    const empty = added('<p><span role="alert"></span></p>');
    await heard();
    expect(scrollY).toBe(2000);
    const [alert] = empty.querySelectorAll('[role="alert"]');
    alert?.append('Not done.');
    await expect.poll(() => alert && isInView(alert)).toBe(true);
    scrollTo(0, 2000);
    if (alert?.firstChild) alert.firstChild.nodeValue = 'Not done either.';
    await expect.poll(() => alert && isInView(alert)).toBe(true);
  });

  it('leaves whoever comes to a part at its beginning, whatever that opens with', async () => {
    await worksFarDown();
    added('<div><h1>A part</h1><p role="alert">It has been so before.</p></div>');
    added('<p role="status">Saved</p>');
    await heard();
    expect(scrollY).toBe(2000);
  });
});
