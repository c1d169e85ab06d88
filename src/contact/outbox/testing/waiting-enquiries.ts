import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';

/** Returns an enquiry that waits, with the given members. */
export function createWaitingEnquiry(members: Partial<WaitingEnquiry>): WaitingEnquiry {
  return {
    id: 'key-1',
    until: 4e12,
    state: { is: 'waiting' },
    post: {
      endpoint: 'https://yard.example/graphql',
      operation: 'sendContactUs',
      headers: { 'Idempotency-Key': 'key-1' },
      body: JSON.stringify({ variables: { name: 'Ada', upload: [] } }),
    },
    photos: [],
    uploads: { endpoint: 'https://yard.example/api/contact-upload', tellsSize: true },
    entered: { name: 'Ada' },
    page: { url: 'https://yard.example/contact', draftKey: 'slipway:draft:/contact#contact-form' },
    enquiryType: 3,
    ...members,
  };
}
