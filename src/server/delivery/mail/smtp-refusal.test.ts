import { describe, expect, it } from 'vitest';
import { isPermanentRefusal } from './smtp-refusal.ts';

const isPermanentAfter = (command: string) => (line: string) =>
  isPermanentRefusal({ code: Number(line.slice(0, 3)), command, text: line });

describe('isPermanentRefusal', () => {
  it.each([
    '550 5.1.1 The email account that you tried to reach does not exist',
    '550 No such user here',
    '550 5.2.1 The mailbox is disabled',
    '551 User not local; please try elsewhere',
    '553 5.1.3 The address is not valid',
    '556 5.1.10 The domain takes no mail',
  ])('takes “%s” for an address that is none', (line) => {
    expect(isPermanentAfter('RCPT TO')(line)).toBe(true);
  });

  it.each([
    '552 5.2.2 The mailbox is full',
    '550 5.2.2 Over quota',
    '550 mailbox is full',
    '552 Requested mail action aborted: exceeded storage allocation',
    '554 5.7.1 Service unavailable; client host [192.0.2.7] blocked using zen.example',
    '554 Transaction failed',
    '550 5.7.1 Relaying denied',
    '550 blocked by our policy',
    '550 sender verification failed',
    '530 5.7.0 Authentication required',
    '503 Bad sequence of commands',
    '452 4.2.2 The mailbox is full',
    '450 greylisted',
  ])('takes “%s” for a delay', (line) => {
    expect(isPermanentAfter('RCPT TO')(line)).toBe(false);
  });

  it.each(['CONN', 'AUTH', 'MAIL FROM', 'DATA'])(
    'takes a refusal of %s for a delay, whatever it says',
    (command) => {
      expect(isPermanentAfter(command)('550 5.1.1 no')).toBe(false);
    },
  );
});
