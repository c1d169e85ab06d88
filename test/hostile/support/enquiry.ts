import type { SendVariables } from '../../support/send.ts';

/** An enquiry that the demonstration accepts, from a foreign page, so that the site of its domain decides. */
export const sampleEnquiry: SendVariables = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://elsewhere.example/contact',
  upload: [],
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};
