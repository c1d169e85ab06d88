import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { EnquiryView, ReplyView } from '../../api/inbox.ts';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { FailedReplyNotice } from './reply-thread.tsx';

const studio = { say: createFormatMessage('en') } as unknown as StudioContextValue;
const failed = { to: 'ada@example.org', state: 'failed', why: 'There is no such mailbox.' } as ReplyView;

function renderNotice(replies: readonly ReplyView[], state: EnquiryView['state']): string {
  return renderToStaticMarkup(
    <StudioProvider value={studio}>
      <FailedReplyNotice view={{ replies, state }} />
    </StudioProvider>,
  );
}

it('says at the head of an enquiry that its last reply did not arrive, why, and what its state still is', () => {
  const notice = renderNotice([failed], 'answered');
  expect(notice).toContain('role="alert"');
  expect(notice).toMatch(/The last reply did not reach \W?ada@example\.org\W?\./);
  expect(notice).toContain('There is no such mailbox.');
  expect(notice).toContain('still set to Answered');
  expect(renderNotice([failed], 'in-hand')).not.toContain('Answered');
  expect(renderNotice([failed, { ...failed, state: 'waiting' }], 'answered')).toBe('');
});
