import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { InvitationRequest } from '../../../api/people.ts';
import { createFakeStudio, type FakeStudio } from '../../testing/fake-studio.tsx';

let studio: FakeStudio;
let invited: readonly InvitationRequest[];
beforeEach(() => {
  studio = createFakeStudio();
  invited = [];
  studio.answer('tokens', () => Response.json([]));
  studio.answer('people', () => Response.json({ people: [], invitations: [] }));
  studio.answer('invitations', ({ body }) => {
    invited = [...invited, body as InvitationRequest];
    return Response.json({});
  });
});

describe('an invitation', () => {
  it.each([
    ['Only some enquiry types', 'General enquiry', { types: ['general'] }],
    ['Only some sites', 'Trevarrow', { sites: ['101'] }],
  ])('grants what was ticked and nothing else: %s', async (limit, option, granted) => {
    await studio.open('/studio/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('kim@example.com');
    await page.getByRole('checkbox', { name: limit }).click();
    await expect.element(page.getByRole('checkbox', { name: option })).not.toBeChecked();
    const send = page.getByRole('button', { name: 'Send invitation' });
    await send.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Tick at least one below each limit, or remove the limit.');
    expect(invited).toEqual([]);
    await page.getByRole('checkbox', { name: option }).click();
    await send.click();
    await expect.poll(() => invited).toEqual([{ email: 'kim@example.com', role: 'editor', ...granted }]);
  });
});

describe('an account whose row is damaged', () => {
  it('is listed as that', async () => {
    const person = { id: 'a', name: 'ann', role: 'editor', isMe: false, createdAt: 0 };
    const damaged = { ...person, hasSecondFactor: false, hasPassword: false, isDamaged: true };
    studio.answer('people', () => Response.json({ people: [damaged], invitations: [] }));
    await studio.open('/studio/people');
    await expect.element(page.getByText(/^Damaged/)).toBeVisible();
  });
});

describe('an invitation that waits', () => {
  const waiting = { id: 'i', email: 'cid@example.com', by: 'Ann', role: 'owner', at: 0, expiresAt: 4e12 };
  const listed = (more: object) =>
    studio.answer('people', () => Response.json({ people: [], invitations: [{ ...waiting, ...more }] }));
  const row = page.getByRole('row', { name: /cid@example.com/ });

  it('is listed as damaged where its row is, without what is not known of it, and can be taken back', async () => {
    listed({ by: '', role: 'viewer', isDamaged: true });
    await studio.open('/studio/people');
    await expect.element(row.getByText(/^Damaged/)).toBeVisible();
    expect(row.getByText(/Viewer|invited by/).elements()).toEqual([]);
    expect(
      row
        .getByRole('button')
        .elements()
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Revoke the invitation for cid@example.com']);
  });

  it('says why it is not sent once more', async () => {
    listed({});
    studio.answer('invitations/i/again', () =>
      Response.json({ error: 'not-found', message: '' }, { status: 404 }),
    );
    await studio.open('/studio/people');
    await row.getByRole('button', { name: /New link/ }).click();
    await expect.element(row.getByRole('alert')).toBeVisible();
  });
});
