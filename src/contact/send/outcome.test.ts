import { describe, expect, it } from 'vitest';
import { parseSendOutcome, parseSendRefusal, plainFailure } from './outcome.ts';

describe('parseSendOutcome', () => {
  it('takes success being true for success, whatever else the answer says', () => {
    expect(
      parseSendOutcome(
        { data: { sendContactUs: { success: true } }, errors: [{ message: 'odd' }] },
        'sendContactUs',
      ),
    ).toEqual({
      isAccepted: true,
    });
  });

  it('brings the reference where there is one', () => {
    const answer = { data: { sendContactUs: { success: true } }, extensions: { reference: 'SW-7Q2F' } };
    expect(parseSendOutcome(answer, 'sendContactUs')).toEqual({ isAccepted: true, reference: 'SW-7Q2F' });
    expect(parseSendOutcome({ ...answer, extensions: { reference: 7 } }, 'sendContactUs')).toEqual({
      isAccepted: true,
    });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { data: null },
    { data: { sendContactUs: null } },
    { data: { sendContactUs: { success: false } } },
    { data: { sendContactUs: { success: 'true' } } },
    { data: { sendContactUs: { success: 1 } } },
    { data: { sendContactUs: [true] } },
  ])('takes %j for a failure', (answer) => {
    expect(parseSendOutcome(answer, 'sendContactUs')).toEqual(plainFailure);
  });

  it('reads the fields that errors name', () => {
    const fields = [
      { field: 'email', code: 'wrong-format', message: 'Enter an address' },
      { field: 'name', code: 'never-heard-of', message: ' ' },
      { field: 7, code: 'required' },
      'nonsense',
    ];
    const errors = [{ extensions: { code: 'BAD_USER_INPUT', fields } }, { message: 'no extensions' }, null];
    expect(parseSendOutcome({ data: null, errors }, 'sendContactUs')).toEqual({
      isAccepted: false,
      failure: {
        named: [
          { problem: { field: 'email', code: 'wrong-format' }, message: 'Enter an address' },
          { problem: { field: 'name', code: 'not-allowed' } },
        ],
      },
    });
  });
});

describe('parseSendRefusal', () => {
  it('is a failure even where the body claims success', () => {
    const claim = { data: { sendContactUs: { success: true } } };
    expect(parseSendRefusal(claim, 60)).toEqual({
      isAccepted: false,
      failure: { named: [], retryAfterSeconds: 60 },
    });
  });
});
