import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { EnquiryView, ReplyView } from '../../api/inbox.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { FailedReplyNotice } from './reply-thread.tsx';

const studio = { say: createFormatMessage('en') } as unknown as StudioContextValue;

const failed = { to: 'ada@example.org', state: 'failed', why: 'There is no such mailbox.' } as ReplyView;

const shown = (replies: readonly ReplyView[], state: EnquiryView['state'] = 'answered') => (
  <StudioProvider value={studio}>
    <FailedReplyNotice view={{ replies, state }} />
  </StudioProvider>
);

describe('FailedReplyNotice', () => {
  it('says that the last reply did not arrive, why, and that the enquiry is set to Answered', async () => {
    const { rerender } = await render(shown([failed]));
    const notice = page.getByRole('alert');
    await expect.element(notice).toHaveTextContent(/The last reply did not reach \W?ada@example\.org\W?\./);
    await expect.element(notice).toHaveTextContent('There is no such mailbox.');
    await expect.element(notice).toHaveTextContent('still set to Answered');
    await rerender(shown([failed], 'in-hand'));
    await expect.element(notice).not.toHaveTextContent('Answered');
    await rerender(shown([failed, { ...failed, state: 'waiting' }]));
    expect(notice.query()).toBeNull();
  });
});
