export { findOfficeName as findRecipient } from '../yard/recipient.ts';
